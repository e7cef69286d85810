systemctl disable -q --now xrdp
apt_run purge xrdp xorgxrdp xfce4 firefox-esr
