systemctl is-active xrdp xrdp-sesman
exec 3<>/dev/tcp/127.0.0.1/3389
