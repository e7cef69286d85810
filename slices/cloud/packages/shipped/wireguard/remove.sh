systemctl disable -q --now wg-quick@wg0
apt_run purge wireguard-tools
rm -rf /etc/wireguard
