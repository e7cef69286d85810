apt_install apache2 libapache2-mod-php php-mysql php-gd php-xml php-mbstring mariadb-server wordpress wordpress-theme-twentytwentythree

say "Making the database"
systemctl start mariadb
if [ ! -f /etc/wordpress/config-default.php ]; then
  password=$(head -c 24 /dev/urandom | base64 | tr -d '/+=')
  mariadb <<SQL
create database if not exists wordpress character set utf8mb4;
create or replace user 'wordpress'@'localhost' identified by '$password';
grant all on wordpress.* to 'wordpress'@'localhost';
SQL
  if [ -n "$APP_DOMAIN" ]; then
    address="'http://$APP_DOMAIN'"
  else
    address="'http://' . (\$_SERVER['HTTP_HOST'] ?? 'localhost')"
  fi
  salt() { head -c 48 /dev/urandom | base64; }
  umask 027
  cat >/etc/wordpress/config-default.php.new <<PHP
<?php
define('DB_NAME', 'wordpress');
define('DB_USER', 'wordpress');
define('DB_PASSWORD', '$password');
define('DB_HOST', 'localhost');
define('WP_CONTENT_DIR', '/var/lib/wordpress/wp-content');
define('WP_HOME', $address);
define('WP_SITEURL', $address);
define('FS_METHOD', 'direct');
define('AUTH_KEY', '$(salt)');
define('SECURE_AUTH_KEY', '$(salt)');
define('LOGGED_IN_KEY', '$(salt)');
define('NONCE_KEY', '$(salt)');
define('AUTH_SALT', '$(salt)');
define('SECURE_AUTH_SALT', '$(salt)');
define('LOGGED_IN_SALT', '$(salt)');
define('NONCE_SALT', '$(salt)');
PHP
  chown root:www-data /etc/wordpress/config-default.php.new
  mv /etc/wordpress/config-default.php.new /etc/wordpress/config-default.php
fi

say "Setting up the site"
cat >/etc/apache2/sites-available/wordpress.conf <<'CONF'
<VirtualHost *:80>
  DocumentRoot /usr/share/wordpress
  Alias /wp-content /var/lib/wordpress/wp-content
  <Directory /usr/share/wordpress>
    Options FollowSymLinks
    AllowOverride Limit Options FileInfo
    DirectoryIndex index.php
    Require all granted
  </Directory>
  <Directory /var/lib/wordpress/wp-content>
    Options FollowSymLinks
    Require all granted
  </Directory>
</VirtualHost>
CONF
a2dissite -q 000-default
a2ensite -q wordpress
a2enmod -q rewrite
chown -R www-data:www-data /var/lib/wordpress/wp-content
sudo -E -u www-data env HTTP_HOST="${APP_DOMAIN:-localhost}" php <<'PHP'
<?php
$_SERVER['HTTP_HOST'] = getenv('HTTP_HOST');
$_SERVER['REQUEST_URI'] = '/';
define('WP_INSTALLING', true);
require '/usr/share/wordpress/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
if (is_blog_installed()) { echo "The site is there already.\n"; exit; }
add_filter('pre_wp_mail', '__return_false');
wp_install(getenv('APP_TITLE'), getenv('APP_ADMIN_USER'), getenv('APP_ADMIN_EMAIL'), true, '', wp_slash(getenv('APP_ADMIN_PASSWORD')));
echo "The site is set up.\n";
PHP
systemctl enable -q apache2 mariadb
systemctl restart apache2
say "Done"
