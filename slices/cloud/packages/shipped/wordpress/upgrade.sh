apt_install apache2 libapache2-mod-php mariadb-server wordpress wordpress-theme-twentytwentythree
systemctl restart apache2
