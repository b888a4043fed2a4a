# -*- coding: koi8-r -*-
s = 'аб'
