#!/usr/bin/env bash
# Instructions a unit of work, which no neighbour on the machine can disturb: what `profile_playout` does 2N times less
# what it does N times, by callgrind.
#
#     bench/callgrind.sh [RULES]          (default: standard; a preset, or "standard spring=false")
#
# BUILD names the build folder (default build/bench), LEVELS the levels (default "baseline bmi2").
set -euo pipefail
cd "$(dirname "$0")/.."

rules=${1:-standard}
build=${BUILD:-build/bench}
levels=${LEVELS:-baseline bmi2}

if [[ ! -f $build/CMakeCache.txt ]]; then
    cmake --preset bench -B "$build" >/dev/null
fi
cmake --build "$build" --target profile_playout >/dev/null
program=$(find "$build" -name profile_playout -type f -perm -u+x | head -n 1)

# instructions LEVEL N WHAT: prints "units instructions".
instructions() {
    local log units
    log=$(mktemp)
    units=$(CHUPAI_LEVEL=$1 valgrind --tool=callgrind --callgrind-out-file=/dev/null --log-file="$log" \
        "$program" "$2" "$3" "$rules")
    echo "$units $(awk '/Collected/ { print $NF }' "$log")"
    rm -f "$log"
}

printf '%-14s' "$rules"
for level in $levels; do
    printf '%12s' "$level"
done
echo
for row in plies:200 deals:2000 lead_lists:1000 lead_counts:1000 follow_lists:1000 follow_counts:1000; do
    what=${row%%:*} n=${row##*:}
    printf '%-14s' "$what"
    for level in $levels; do
        read -r units_once once < <(instructions "$level" "$n" "$what")
        read -r units_twice twice < <(instructions "$level" "$((2 * n))" "$what")
        awk -v i="$((twice - once))" -v u="$((units_twice - units_once))" 'BEGIN { printf "%12.1f", i / u }'
    done
    echo
done
