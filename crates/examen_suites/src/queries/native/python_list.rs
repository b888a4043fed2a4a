//! Lists of strings as Python writes them.

/// `repr` of a list of strings.
pub(super) fn write(items: &[String]) -> String {
    let mut text = String::from("[");
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            text.push_str(", ");
        }
        write_string(item, &mut text);
    }
    text.push(']');
    text
}

/// The strings of such a list; none for text that is no such list.
pub(super) fn read(text: &str) -> Option<Vec<String>> {
    let mut rest = text.trim().strip_prefix('[')?.strip_suffix(']')?.trim();
    let mut items = Vec::new();
    while !rest.is_empty() {
        let (item, behind) = read_string(rest)?;
        items.push(item);
        rest = behind.trim_start();
        match rest.strip_prefix(',') {
            Some(behind) => rest = behind.trim_start(),
            None if rest.is_empty() => {}
            None => return None,
        }
    }
    Some(items)
}

fn write_string(item: &str, text: &mut String) {
    let quote = if item.contains('\'') && !item.contains('"') { '"' } else { '\'' };
    text.push(quote);
    for character in item.chars() {
        match character {
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            _ if character == quote => text.extend(['\\', quote]),
            _ if character.is_ascii_control() || ('\u{7f}'..='\u{a0}').contains(&character) => {
                let code = u32::from(character);
                text.push_str("\\x");
                text.extend([code >> 4, code & 15].map(|digit| char::from_digit(digit, 16).unwrap_or('0')));
            }
            _ => text.push(character),
        }
    }
    text.push(quote);
}

fn read_string(text: &str) -> Option<(String, &str)> {
    let mut characters = text.chars();
    let quote = characters.next().filter(|character| matches!(character, '\'' | '"'))?;
    let mut item = String::new();
    loop {
        match characters.next()? {
            '\\' => item.push(read_escape(&mut characters)?),
            character if character == quote => return Some((item, characters.as_str())),
            character => item.push(character),
        }
    }
}

fn read_escape(characters: &mut std::str::Chars<'_>) -> Option<char> {
    let digits = match characters.next()? {
        'n' => return Some('\n'),
        'r' => return Some('\r'),
        't' => return Some('\t'),
        'x' => 2,
        'u' => 4,
        'U' => 8,
        character => return Some(character),
    };
    let (code, behind) = characters.as_str().split_at_checked(digits)?;
    *characters = behind.chars();
    u32::from_str_radix(code, 16).ok().and_then(char::from_u32)
}
