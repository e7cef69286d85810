systemctl disable -q --now postgresql
apt_run purge 'postgresql*'
rm -rf /var/lib/postgresql
