apt_install wireguard-tools nftables

say "Making the keys"
umask 077
mkdir -p /etc/wireguard/clients
cd /etc/wireguard
[ -f server.key ] || wg genkey >server.key
[ -f clients/first.key ] || wg genkey >clients/first.key
server_public=$(wg pubkey <server.key)
client_public=$(wg pubkey <clients/first.key)
outside=$(ip -4 route show default | awk '{print $5; exit}')
own=$(ip -4 -o addr show dev "$outside" | awk '{split($4, part, "/"); print part[1]; exit}')
reach=${APP_ENDPOINT:-$own}
routes="$APP_NETWORK.0/24"
[ "$APP_ALL_TRAFFIC" = true ] && routes="0.0.0.0/0"

say "Writing the configuration"
cat >wg0.conf <<CONF
[Interface]
Address = $APP_NETWORK.1/24
ListenPort = $APP_PORT
PrivateKey = $(cat server.key)
PostUp = sysctl -q -w net.ipv4.ip_forward=1; nft add table ip cloudberth_vpn; nft 'add chain ip cloudberth_vpn out { type nat hook postrouting priority 100; }'; nft add rule ip cloudberth_vpn out ip saddr $APP_NETWORK.0/24 oifname "$outside" masquerade
PostDown = nft delete table ip cloudberth_vpn

[Peer]
PublicKey = $client_public
AllowedIPs = $APP_NETWORK.2/32
CONF
cat >clients/first.conf <<CONF
[Interface]
Address = $APP_NETWORK.2/32
PrivateKey = $(cat clients/first.key)

[Peer]
PublicKey = $server_public
Endpoint = $reach:$APP_PORT
AllowedIPs = $routes
PersistentKeepalive = 25
CONF
systemctl enable -q wg-quick@wg0
systemctl restart wg-quick@wg0
say "The configuration of the first device lies in /etc/wireguard/clients/first.conf"
