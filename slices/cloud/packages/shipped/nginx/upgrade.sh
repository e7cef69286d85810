apt_install nginx-light
nginx -t
systemctl restart nginx
