# Runs a program where no file can be changed and nobody can be reached. Called by `unshare`, in namespaces of its own. The first
# argument is an empty folder, the only one that the program may write to; what it writes is gone with it. The others are the program.
set -e
work=$1
shift
mounts=$(cat /proc/self/mountinfo)

# Devices that lead nowhere: the disks of the machine are not among them.
mount -t tmpfs -o mode=755,size=64k cage "$work"
for device in null zero full random urandom; do
    : > "$work/$device"
    mount --bind "/dev/$device" "$work/$device"
done
ln -s /proc/self/fd "$work/fd"
mount --rbind "$work" /dev
umount -R -l "$work"
mount -o remount,bind,ro /dev

# The services of the machine listen there.
if [ -d /run ]; then mount -t tmpfs -o ro,size=4k cage /run; fi

# Each mount by itself, since those below another are not changed with it. The flags that it has must stay.
printf '%s\n' "$mounts" | while read -r _ _ _ _ place options _; do
    place=$(printf '%b' "$place")
    case $place in /dev | /dev/* | /run | /run/*) continue ;; esac
    if [ -e "$place" ]; then mount -o "remount,bind,ro,${options#r?,}" "$place"; fi
done

# Other processes cannot be signalled from here; where this may be done, they cannot be seen either.
mount -t proc -o ro,nosuid,nodev,noexec proc /proc 2> /dev/null || :

mount -t tmpfs -o nosuid,nodev,size=64m cage "$work"
cd "$work"
export TMPDIR="$work"
setpriv --no-new-privs --inh-caps=-all --bounding-set=-all "$@"
exit $?
