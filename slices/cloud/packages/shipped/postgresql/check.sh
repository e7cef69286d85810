su postgres -s /bin/sh -c 'psql -At -c "select 1"' | grep -qx 1
