#!/bin/bash
# Prepended to package scripts that have no interpreter line of their own: strict mode, the portal's
# package source, and apt commands that wait for the lock.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 HOME=/root

say() { printf '== %s\n' "$*"; }

apt_source() {
  if [ -n "${APT_PROXY:-}" ]; then
    printf 'Acquire::http::Proxy "%s";\n' "$APT_PROXY" >/etc/apt/apt.conf.d/90cloudberth-proxy
  fi
  if [ -n "${APT_MIRROR:-}" ]; then
    release=$(. /etc/os-release && echo "$VERSION_CODENAME")
    printf 'deb %s %s main\n' "$APT_MIRROR" "$release" >/etc/apt/sources.list
    rm -f /etc/apt/sources.list.d/debian.sources
  fi
}

apt_run() {
  apt-get -q -y -o DPkg::Lock::Timeout=900 -o Dpkg::Use-Pty=0 -o Dpkg::Options::=--force-confold -o Acquire::Retries=3 -o Acquire::Languages=none "$@"
}

# Waits for the first boot to finish, then installs Debian packages without recommended ones.
apt_install() {
  say "Waiting for the first start to end"
  cloud-init status --wait >/dev/null 2>&1 || true
  apt_source
  say "Reading the package lists"
  apt_run update
  say "Installing $*"
  apt_run install --no-install-recommends "$@"
}

