#!/bin/sh
# Writes unavailable.http for HAProxy: unavailable.html with the head of a response. A load balancer and search engines see 503.
here=$(dirname "$0")
{
  printf 'HTTP/1.0 503 Service Unavailable\r\ncache-control: no-store\r\nretry-after: 30\r\nconnection: close\r\n'
  printf 'content-type: text/html; charset=utf-8\r\n\r\n'
  cat "$here/unavailable.html"
} > "${1:-unavailable.http}"
