#!/usr/bin/env bash
# From an empty Debian to a cup and its pages over HTTPS, as docs/deploy.md says, with the time of each step; then the same
# site on PostgreSQL and Valkey with two web hosts, and back to one process. Run as root on Debian:
#   deploy/tests/journey.sh WHEEL [FOLDER]
# It installs Debian into FOLDER (debootstrap), works there in a chroot, and listens on 127.0.0.1 only. In a chroot
# there is no systemd: the script starts what the units say as their user, with the variables of the environment file,
# and checks the unit with systemd-analyze. Caddy signs certificates with its internal CA.
set -euo pipefail

wheel=$(realpath "$1")
root=${2:-$(mktemp -d /tmp/truco-journey.XXXXXX)}
host=club.example
https_port=8443
pg_port=54329
valkey_port=63799
began=$(date +%s)
running=()

step() {
  printf '%4d s  %s\n' "$(($(date +%s) - began))" "$1"
}

clean=(/usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8)

inside() {
  chroot "$root" "${clean[@]}" "$@"
}

# Each program replaces the one before, so the process is the one that is stopped later.
background() {
  local log=$1
  shift
  chroot "$root" "${clean[@]}" "$@" > "$root/var/log/$log.log" 2>&1 &
  running+=($!)
}

# As systemd does: the command of the unit, its user, the variables of the environment file.
start_unit() {
  local command variables
  command=$(sed -n 's/^ExecStart=//p' "$1" | sed "s/%i/${2:-}/")
  mapfile -t variables < <(grep -E '^[A-Z0-9_]+=' "$root/etc/truco/truco.env")
  # shellcheck disable=SC2086  # the command is several words
  background "$(basename "$1" .service)${2:-}" setpriv --reuid=truco --regid=truco --clear-groups \
    env VAR_DIR=/var/lib/truco "${variables[@]}" $command
}

stop_all() {
  for pid in "${running[@]}"; do
    kill "$pid" 2>/dev/null || true
  done
  for pid in "${running[@]}"; do
    wait "$pid" 2>/dev/null || true
  done
  running=()
}

clean_up() {
  stop_all
  [ ! -e "$root/usr/bin/pg_ctlcluster" ] || inside pg_ctlcluster --mode fast 17 main stop 2>/dev/null || true
  for folder in dev proc; do
    mountpoint -q "$root/$folder" && umount -l "$root/$folder" || true
  done
}
trap clean_up EXIT

# The file of `deploy/` or of setup, for the internal CA and an unprivileged port of this machine.
start_caddy() {
  sed -e "s|{\$SITE_HOST}|$host|" -e "s|^$host {|$host:$https_port {\n\ttls internal\n\tbind 127.0.0.1|" \
    -e "s|^{\$|{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects|" "$1" > "$root/etc/caddy/journey"
  sed -i "s|^{\$SITE_HOST} {|$host:$https_port {\n\ttls internal\n\tbind 127.0.0.1|" "$root/etc/caddy/journey"
  background caddy env XDG_DATA_HOME=/var/lib/caddy caddy run --adapter caddyfile --config /etc/caddy/journey
}

page() {
  inside curl --silent --show-error --fail --max-time 20 \
    --cacert /var/lib/caddy/caddy/pki/authorities/local/root.crt "https://$host:$https_port$1"
}

wait_until_ready() {
  local since
  since=$(date +%s)
  until page /readyz > /dev/null 2>&1; do
    [ "$(($(date +%s) - since))" -lt 600 ] || { tail -n 20 "$root"/var/log/*.log; exit 1; }
    sleep 1
  done
}

counts() {
  inside truco verify | tail -n 1
}

if [ ! -e "$root/usr/bin/caddy" ]; then
  debootstrap --variant=minbase --include=ca-certificates,python3,python3-venv,caddy,systemd,curl \
    trixie "$root" > "$root.log"
fi
mount --bind /proc "$root/proc" && mount --bind /dev "$root/dev"
cp /etc/resolv.conf "$root/etc/resolv.conf"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/" # what this machine trusts, for the package index
grep -q "$host" "$root/etc/hosts" 2>/dev/null || echo "127.0.0.1 localhost $host" >> "$root/etc/hosts"
step "an empty Debian $(cat "$root/etc/debian_version") in $root"

began=$(date +%s) # a stranger's minutes begin with a server that is there
cp "$wheel" "$root/root/"
inside python3 -m venv --clear /opt/truco/first
inside /opt/truco/first/bin/pip install --quiet --disable-pip-version-check "/root/$(basename "$wheel")"
ln -sfn first "$root/opt/truco/current"
ln -sfn /opt/truco/current/bin/truco "$root/usr/local/bin/truco"
units=$(echo "$root"/opt/truco/first/lib/python3*/site-packages/truco_site/bundled/deploy)
step "the wheel is installed"

inside truco setup --host "$host" --email you@$host --systemd --caddy --backups /mnt/copies > "$root/var/log/setup.log"
before=$(sha256sum "$root/etc/truco/truco.env")
inside truco setup --host "$host" --systemd --caddy > /dev/null
[ "$before" = "$(sha256sum "$root/etc/truco/truco.env")" ]
[ "$(stat -c %a "$root/etc/truco/truco.env")" = 600 ]
inside systemd-sysusers 2> /dev/null
inside install -d -m 0700 -o truco -g truco /var/lib/truco
inside sh -c "$(grep "install -d" "$root/var/log/setup.log")"
inside systemd-analyze verify --man=no /etc/systemd/system/truco.service
inside truco setup --host "$host" --set "SITE_URL=https://$host:$https_port" > /dev/null
step "set up, twice, with the same file"

start_unit "$root/etc/systemd/system/truco.service"
start_caddy "$root/etc/caddy/Caddyfile"
wait_until_ready
step "ready over HTTPS: $(page /readyz)"
inside truco play-cup --entries 4 --json > "$root/var/log/cup.json"
page / > "$root/var/log/home.html" # not into a pipe: grep would end before curl
grep -q "<html" "$root/var/log/home.html"
step "a cup was played: $(head -c 200 "$root/var/log/cup.json")"
inside truco doctor # a warning: there is no mail server
step "done: $((($(date +%s) - began + 59) / 60)) minutes from a bare server to the site"

stop_all
one_process=$(counts)
inside apt-get update -qq
inside env DEBIAN_FRONTEND=noninteractive apt-get install -qq --yes --no-install-recommends \
  postgresql valkey-server > "$root/var/log/apt.log" 2>&1
sed -i "s/^port = .*/port = $pg_port/" "$root/etc/postgresql/17/main/postgresql.conf"
inside pg_ctlcluster 17 main start
inside setpriv --reuid=postgres --regid=postgres --init-groups \
  psql --quiet --port "$pg_port" --command "CREATE ROLE truco LOGIN PASSWORD 'journey'" --command 'CREATE DATABASE truco OWNER truco'
address=postgresql://truco:journey@127.0.0.1:$pg_port/truco
background valkey valkey-server --port "$valkey_port" --bind 127.0.0.1 --save ''
inside truco move --to "$address"
inside truco setup --host "$host" --set "DATABASE_URL=$address" --set "REDIS_URL=redis://127.0.0.1:$valkey_port/0" > /dev/null
[ "$one_process" = "$(counts)" ]
inside truco collectstatic --noinput > /dev/null
for port in 8001 8002; do
  start_unit "$units/systemd/truco-web@.service" "$port"
done
start_unit "$units/systemd/truco-worker.service"
start_unit "$units/systemd/truco-beat.service"
start_caddy "$units/Caddyfile"
wait_until_ready
inside truco play-cup --entries 4 --seed two-hosts > /dev/null
step "on PostgreSQL and Valkey with two web hosts: $(page /readyz)"

stop_all
background valkey valkey-server --port "$valkey_port" --bind 127.0.0.1 --save ''
two_hosts=$(counts)
mv "$root/var/lib/truco/truco.sqlite3" "$root/var/lib/truco/before.sqlite3"
rm -f "$root"/var/lib/truco/truco.sqlite3-*
inside truco move --to sqlite
inside truco setup --host "$host" --set DATABASE_URL= --set REDIS_URL= > /dev/null
[ "$two_hosts" = "$(counts)" ]
start_unit "$root/etc/systemd/system/truco.service"
start_caddy "$root/etc/caddy/Caddyfile"
wait_until_ready
step "back on one process: $two_hosts"
