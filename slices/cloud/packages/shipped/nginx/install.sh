apt_install nginx-light

say "Writing the site"
listing=off
[ "$APP_LISTING" = true ] && listing=on
cat >/etc/nginx/sites-available/cloudberth <<CONF
server {
  listen 80 default_server;
  listen [::]:80 default_server;
  server_name ${APP_SERVER_NAME:-_};
  root /var/www/html;
  index index.html;
  autoindex $listing;
  location / { try_files \$uri \$uri/ =404; }
}
CONF
rm -f /etc/nginx/sites-enabled/default
ln -sf ../sites-available/cloudberth /etc/nginx/sites-enabled/cloudberth
words=$(printf '%s' "$APP_HEADLINE" | sed -e 's/&/\&amp;/g' -e 's/</\&lt;/g' -e 's/>/\&gt;/g')
if [ ! -f /var/www/html/index.html ]; then
  printf '<!doctype html>\n<meta charset="utf-8">\n<title>%s</title>\n<h1>%s</h1>\n' "$words" "$words" >/var/www/html/index.html
fi
nginx -t
systemctl enable -q nginx
systemctl restart nginx
say "Asking for the first page"
exec 3<>/dev/tcp/127.0.0.1/80
printf 'HEAD / HTTP/1.0\r\n\r\n' >&3
head -n 1 <&3 | grep -E '^HTTP/1\.[01] 200'
say "Done"
