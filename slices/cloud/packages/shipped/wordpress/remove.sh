systemctl disable -q --now apache2
apt_run purge wordpress libapache2-mod-php
mariadb -e 'drop database if exists wordpress; drop user if exists wordpress@localhost;'
rm -rf /etc/wordpress /var/lib/wordpress
