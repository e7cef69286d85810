# Turns the few YAML shapes of a seed into "key=value" lines; list entries repeat their key.
function clean(text) {
  gsub(/^[ \t]+|[ \t\r]+$/, "", text)
  if (text ~ /^".*"$/) { text = substr(text, 2, length(text) - 2); gsub(/\\"/, "\"", text); gsub(/\\\\/, "\\", text) }
  else if (text ~ /^'.*'$/) { text = substr(text, 2, length(text) - 2); gsub(/''/, "'", text) }
  return text
}
# ["a", "b c"] becomes one line per entry, except commands, whose words belong together.
function list(key, text,   words, count, i, line) {
  gsub(/^\[[ \t]*|[ \t]*\]$/, "", text)
  count = split(text, words, /[ \t]*,[ \t]*/)
  for (i = 1; i <= count; i++)
    if (key == "runcmd") line = line (i > 1 ? " " : "") quoted(clean(words[i]))
    else print key "=" clean(words[i])
  if (key == "runcmd") print key "=" line
}
function quoted(text) { gsub(/'/, "'\\''", text); return "'" text "'" }
function entry(key, text) {
  text = clean(text)
  if (text ~ /^\[.*\]$/) list(key, text)
  else if (text != "" && text != "|") print key "=" text
}
function known(key) {
  if (key == "name") return "user"
  if (key == "plain_text_passwd") return "password"
  if (key == "ssh-authorized-keys") return "ssh_authorized_keys"
  return key
}
/^[ \t]*(#|$)/ { next }
/^[ \t]*-[ \t]*(name|plain_text_passwd|ssh_authorized_keys):/ { sub(/-/, " ") }
/^[ \t]*[A-Za-z_-]+:([ \t]|$)/ && !/^[ \t]*-/ {
  key = $0; sub(/:.*/, "", key); key = known(clean(key))
  text = $0; sub(/^[^:]*:/, "", text)
  if (text ~ /[^ \t\r]/) entry(key, text)
  next
}
/^[ \t]*-[ \t]/ { text = $0; sub(/^[ \t]*-[ \t]+/, "", text); entry(key, text) }
