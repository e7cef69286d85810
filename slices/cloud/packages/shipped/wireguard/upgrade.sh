apt_install wireguard-tools nftables
systemctl restart wg-quick@wg0
