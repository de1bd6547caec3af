#!/bin/sh
# An adapter in plain shell: the order of the cards in argentino, and nothing else.
echo '{"truco_conformance": 1, "name": "order.sh", "kinds": ["card_cmp"], "presets": ["argentino"]}'

field() {  # $1 key, $2 line: the text of a key
    rest=${2#*\"$1\": \"}
    echo "${rest%%\"*}"
}

height() {
    case $1 in
        1e) echo 14 ;; 1b) echo 13 ;; 7e) echo 12 ;; 7o) echo 11 ;;
        3?) echo 10 ;; 2?) echo 9 ;; 1[oc]) echo 8 ;;
        12?) echo 7 ;; 11?) echo 6 ;; 10?) echo 5 ;;
        7?) echo 4 ;; 6?) echo 3 ;; 5?) echo 2 ;; 4?) echo 1 ;;
    esac
}

while read -r line; do
    a=$(height "$(field a "$line")") b=$(height "$(field b "$line")")
    if [ "$a" -gt "$b" ]; then answer='>'; elif [ "$a" -lt "$b" ]; then answer='<'; else answer='='; fi
    echo "{\"id\": \"$(field id "$line")\", \"answer\": \"$answer\"}"
done
