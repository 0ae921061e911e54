#!/bin/sh
# The only process of an emulated Pi (tools/pi-memory.sh): a table with its page on a film, and what
# the kernel counts of its memory. Words of the kernel's command line: slower=6 minutes=15
export PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin HOME=/root LANG=C.UTF-8
mount -t proc proc /proc
mount -o remount,rw /
busybox ifconfig lo up
for word in $(cat /proc/cmdline); do
    case $word in slower=* | minutes=*) eval "$word" ;; esac
done
uname -srm
echo "pages of $(getconf PAGESIZE) bytes, huge ones: $(cat /sys/kernel/mm/transparent_hugepage/enabled)"
grep -m 1 Features /proc/cpuinfo

python3 -S /film/film.py show /film "$slower" &
sleep 10
cd /tmp || exit 1
turbo run --camera http://127.0.0.1:8000/film --store /tmp/matches.db --host 127.0.0.1 --port 8080 &
table=$!
# Somebody looks on all the time, and somebody opens the page now and then.
while sleep 2; do curl -sN http://127.0.0.1:8080/api/v1/events >/dev/null; done &
while sleep 30; do curl -s -m 60 -o /dev/null http://127.0.0.1:8080/; done &

# What a file of /proc says in kB, in MB.
mb() { awk -v OFS= '$3 == "kB" && $1 ~ /^('"$2"'):$/ { printf "%s %.1f  ", $1, $2 / 1024 }' "$1"; }
turn=0
while [ $turn -lt $((minutes * 3)) ] && sleep 20 && [ -d /proc/$table ]; do
    turn=$((turn + 1))
    echo "$(cut -d. -f1 /proc/uptime) s  $(mb /proc/$table/status 'VmRSS|VmHWM|RssAnon|RssFile|RssShmem')$(
        mb /proc/$table/smaps_rollup 'Pss|AnonHugePages')"
done
echo "MB resident at the end, by what holds them:"
awk '$1 ~ /^[0-9a-f]+-[0-9a-f]+$/ { name = $6; sub(".*/", "", name) }
     $1 == "Rss:" { held[name == "" ? "own memory" : name] += $2 }
     END { for (name in held) printf "%7.1f  %s\n", held[name] / 1024, name }' \
    /proc/$table/smaps | sort -rn | head -n 16
kill $table
sleep 20
turbo matches --store /tmp/matches.db
busybox poweroff -f
