apt_install xfce4 xfce4-terminal xrdp xorgxrdp dbus-x11 firefox-esr locales fonts-dejavu-core fonts-noto-core

say "Making the user"
id "$APP_USER" >/dev/null 2>&1 || useradd --create-home --shell /bin/bash "$APP_USER"
printf '%s:%s\n' "$APP_USER" "$APP_PASSWORD" | chpasswd
if [ "$APP_ADMINISTRATOR" = true ]; then
  usermod -aG sudo "$APP_USER"
fi

say "Setting up the desktop"
sed -i "s/^# *\($APP_LANGUAGE.UTF-8 UTF-8\)/\1/" /etc/locale.gen
locale-gen
update-locale LANG="$APP_LANGUAGE.UTF-8"
home=$(getent passwd "$APP_USER" | cut -d: -f6)
echo 'exec startxfce4' >"$home/.xsession"
chown "$APP_USER:" "$home/.xsession"
usermod -aG ssl-cert xrdp
systemctl enable -q xrdp
systemctl restart xrdp
say "Done"
