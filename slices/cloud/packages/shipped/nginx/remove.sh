systemctl disable -q --now nginx
apt_run purge nginx-light nginx-common
