systemctl is-active apache2 mariadb
curl_page() { php -r '$page = @file_get_contents("http://127.0.0.1/"); exit($page !== false && stripos($page, "wordpress") !== false ? 0 : 1);'; }
curl_page
