systemctl is-active wg-quick@wg0
wg show wg0 listen-port
