#!/bin/sh
# Sends the accepted pages of a crawl to an index of OpenSearch or Elasticsearch. Needs curl and jq.
#
#     sfwc pages OUT --format jsonl | sh push.sh https://search.example.org:9200/INDEX
#
# User and password are read from ~/.netrc. The id of a document is its address, so that a page that is sent again is replaced.
set -eu

index=${1:?usage: sfwc pages OUT --format jsonl | sh push.sh URL-OF-INDEX}
parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT

# An id has at most 512 bytes. A request has 500 pages: a line of action and one of the document for each.
jq -c '{index: {_id: (if (.id | utf8bytelength) <= 512 then .id else .checksum end)}}, .' |
  split -a 6 -l 1000 - "$parts/part-"

for part in "$parts"/part-*; do
  [ -e "$part" ] || continue
  curl --silent --show-error --fail-with-body --netrc-optional --header 'Content-Type: application/x-ndjson' \
    --data-binary "@$part" "$index/_bulk" >"$parts/answer"
  jq -r '.items[].index | select(.error) | "\(._id): \(.error.reason)"' "$parts/answer" >&2
  jq -e '.errors | not' "$parts/answer" >/dev/null
done
