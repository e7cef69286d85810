apt_install postgresql
systemctl restart 'postgresql@*'
