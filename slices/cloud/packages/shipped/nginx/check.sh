systemctl is-active nginx
exec 3<>/dev/tcp/127.0.0.1/80
printf 'HEAD / HTTP/1.0\r\n\r\n' >&3
head -n 1 <&3 | grep -E '^HTTP/1\.[01] (200|301|302|403|404)'
