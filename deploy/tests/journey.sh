#!/usr/bin/env bash
# From an empty Debian to a cup played over HTTPS, as docs/deploy.md says, with the minutes of each step.
# Run as root on Debian: deploy/tests/journey.sh WHEEL [FOLDER]. It installs Debian into FOLDER (debootstrap), works
# there in a chroot, and listens on 127.0.0.1 only. In a chroot there is no systemd: the script starts what the unit
# says as the unit's user, and checks the unit with systemd-analyze. Caddy signs certificates with its internal CA.
set -euo pipefail

wheel=$(realpath "$1")
root=${2:-$(mktemp -d /tmp/truco-journey.XXXXXX)}
host=club.example
https_port=8443
began=$(date +%s)
running=()

step() {
  printf '%4d s  %s\n' "$(($(date +%s) - began))" "$1"
}

inside() {
  chroot "$root" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    HOME=/root LANG=C.UTF-8 "$@"
}

# As systemd does: the variables of the file, the user of the unit, the command of the unit.
serve() {
  local command variables
  command=$(sed -n 's/^ExecStart=//p' "$root/etc/systemd/system/truco.service")
  mapfile -t variables < <(grep -E '^[A-Z0-9_]+=' "$root/etc/truco/truco.env")
  # shellcheck disable=SC2086  # the command is several words
  inside setpriv --reuid=truco --regid=truco --clear-groups \
    env "${variables[@]}" DEMO=0 $command > "$root/var/log/truco.log" 2>&1 &
  running+=($!)
}

clean_up() {
  for pid in "${running[@]}"; do
    kill "$pid" 2>/dev/null && { wait "$pid" || true; }
  done
  for folder in dev/pts dev proc; do
    mountpoint -q "$root/$folder" && umount -l "$root/$folder" || true
  done
}
trap clean_up EXIT

if [ ! -e "$root/usr/bin/caddy" ]; then
  debootstrap --variant=minbase --include=ca-certificates,python3,python3-venv,caddy,systemd,curl \
    trixie "$root" > "$root.log"
fi
mount --bind /proc "$root/proc" && mount --bind /dev "$root/dev"
cp /etc/resolv.conf "$root/etc/resolv.conf"
for file in /etc/ssl/certs/ca-certificates.crt; do # certificates that this machine trusts, for the package index
  [ ! -e "$file" ] || cp "$file" "$root$file"
done
grep -q "$host" "$root/etc/hosts" 2>/dev/null || echo "127.0.0.1 localhost $host" >> "$root/etc/hosts"
step "an empty Debian $(cat "$root/etc/debian_version") in $root"

began=$(date +%s) # a stranger's minutes begin with a server that is there
cp "$wheel" "$root/root/"
inside python3 -m venv /opt/truco/first
inside /opt/truco/first/bin/pip install --quiet --disable-pip-version-check "/root/$(basename "$wheel")"
ln -sfn first "$root/opt/truco/current"
ln -sfn /opt/truco/current/bin/truco "$root/usr/local/bin/truco"
step "the wheel is installed"

mkdir -p "$root/mnt/copies"
inside truco setup --host "$host" --email you@$host --systemd --caddy --backups /mnt/copies > "$root/var/log/setup.log"
before=$(sha256sum "$root/etc/truco/truco.env")
inside truco setup --host "$host" --systemd --caddy > /dev/null
[ "$before" = "$(sha256sum "$root/etc/truco/truco.env")" ]
[ "$(stat -c %a "$root/etc/truco/truco.env")" = 600 ]
inside systemd-sysusers
inside install -d -m 0700 -o truco -g truco /var/lib/truco
inside chown truco: /mnt/copies
inside systemd-analyze verify --man=no /etc/systemd/system/truco.service
step "set up, twice, with the same file"

# The same files for the internal CA and an unprivileged port of this machine.
sed -i "s|^$host {|$host:$https_port {\n\ttls internal\n\tbind 127.0.0.1|; s|^{\$|{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects|" \
  "$root/etc/caddy/Caddyfile"
sed -i "s|^SITE_URL=.*|SITE_URL=https://$host:$https_port|" "$root/etc/truco/truco.env"
serve
inside env XDG_DATA_HOME=/var/lib/caddy caddy run --config /etc/caddy/Caddyfile > "$root/var/log/caddy.log" 2>&1 &
running+=($!)
ca="/var/lib/caddy/caddy/pki/authorities/local/root.crt"
page() {
  inside curl --silent --show-error --fail --max-time 20 --cacert "$ca" "https://$host:$https_port$1"
}
until page /readyz > /dev/null 2>&1; do
  [ "$(($(date +%s) - began))" -lt 900 ] || { cat "$root"/var/log/{truco,caddy}.log; exit 1; }
  read -rt 1 < <(:) || true
done
step "ready over HTTPS: $(page /readyz)"

inside truco play-cup --entries 4 --json > "$root/var/log/cup.json"
page / | grep -q "<html"
curl_head=$(inside curl --silent --head --cacert "$ca" "https://$host:$https_port/")
grep -qi '^strict-transport-security:' <<< "$curl_head"
step "a cup was played: $(head -c 300 "$root/var/log/cup.json")"

inside truco doctor --port 8000 || true # in a chroot the host name leads here, and there is no mail server
inside truco verify
step "done: $((($(date +%s) - began + 59) / 60)) minutes from a bare server to the site"
