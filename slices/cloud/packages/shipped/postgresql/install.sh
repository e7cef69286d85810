apt_install postgresql

# The postgresql service is active before its clusters are ready, because each cluster has its own unit.
answers() {
  for _ in $(seq 120); do
    if su postgres -s /bin/sh -c 'pg_isready -q'; then return 0; fi
    sleep 1
  done
  su postgres -s /bin/sh -c pg_isready
}

say "Making the database"
systemctl start postgresql
answers
as_postgres() { su postgres -s /bin/sh -c "psql -v ON_ERROR_STOP=1 -q $*"; }
# The manifest limits names to letters, digits and _. The password is passed as a quoted literal on
# standard input.
quoted=$(printf '%s' "$APP_PASSWORD" | sed "s/'/''/g")
as_postgres <<SQL
select format('create role %I login', '$APP_USER') where not exists (select from pg_roles where rolname = '$APP_USER') \gexec
set standard_conforming_strings = on;
alter role "$APP_USER" password '$quoted';
select format('create database %I owner %I', '$APP_DATABASE', '$APP_USER') where not exists (select from pg_database where datname = '$APP_DATABASE') \gexec
SQL

if [ -n "$APP_ALLOWED_FROM" ]; then
  say "Opening it for $APP_ALLOWED_FROM"
  hba=$(su postgres -s /bin/sh -c "psql -At -c 'show hba_file'")
  line="host $APP_DATABASE $APP_USER $APP_ALLOWED_FROM scram-sha-256"
  grep -qxF "$line" "$hba" || echo "$line" >>"$hba"
  as_postgres -c "\"alter system set listen_addresses = '*'\""
fi
systemctl enable -q postgresql
systemctl restart 'postgresql@*'
answers
say "Done"
