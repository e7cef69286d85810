apt_install xfce4 xfce4-terminal xrdp xorgxrdp firefox-esr
systemctl restart xrdp
