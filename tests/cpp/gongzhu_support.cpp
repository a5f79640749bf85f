#include "gongzhu_support.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "chupai/gongzhu/legality.hpp"
#include "chupai/gongzhu/open.hpp"
#include "chupai/gongzhu/text.hpp"

namespace chupai::gongzhu {

std::ostream& operator<<(std::ostream& out, const Move& move) { return out << "'" << to_text(move) << "'"; }

namespace testing {

TablesPtr tables_of(std::string_view rules) {
    static std::map<std::string, TablesPtr> all;  // for positions point to them
    TablesPtr& tables = all[std::string(rules)];
    if (tables == nullptr) {
        tables = resolve(parse_rules<Schema>(rules));
    }
    return tables;
}

Rules random_rules(Dice& dice) {
    for (;;) {
        Rules r;
        r.players = 3 + dice.below(3);
        r.teams = static_cast<Teams>(r.players == 4 ? dice.below(3) : 0);
        r.exposing = dice.below(4) != 0;
        r.exposing_order = static_cast<ExposingOrder>(dice.below(2));
        r.exposed_first_round_ban = dice.below(3) != 0;
        r.heart_lock = dice.below(3) == 0;
        r.first_lead_card.card =
            dice.below(4) == 0 ? LeadCard::kNone : static_cast<Card>(dice.below(4) * 16 + dice.below(13));
        r.must_lead_it = !r.first_lead_card.none() && dice.below(3) == 0;
        if (dice.coin()) {
            r.heart_values = dice.coin() ? kPip : kGraded;
        } else {
            for (auto& value : r.heart_values.value) {
                value = static_cast<std::int16_t>(dice.below(3) == 0 ? 0 : dice.below(1001));
            }
        }
        r.pig_flip = static_cast<PigFlip>(dice.below(3));
        r.flip_for_all = dice.below(3) == 0;
        r.ten_multiplier = 1 + dice.below(16);
        r.ten_multiplier_exposed = 1 + dice.below(16);
        r.ten_alone_exposed = dice.below(1001);
        r.zero_hearts_score = dice.coin();
        r.sweep_bonus = dice.coin() ? Limit{} : Limit{dice.below(10001)};
        r.sweep_bonus_multiplied = dice.coin();
        r.sweep_rotation = static_cast<SweepRotation>(dice.below(3));
        r.loss_limit = dice.coin() ? Limit{} : Limit{-1 - dice.below(1000000)};
        r.loss_inclusive = dice.coin();
        r.win_limit = dice.coin() ? Limit{} : Limit{1 + dice.below(1000000)};
        r.next_leader = static_cast<NextLeader>(dice.below(3));
        r.payoff = static_cast<Payoff>(dice.below(2));
        try {
            Schema::validate(r);
            return r;
        } catch (const RulesError&) {
            continue;  // a first card that is not in the pack
        }
    }
}

std::vector<std::string> many_rules() {
    return {"standard",
            "plain",
            "wikipedia",
            "scrofazero",
            "standard players=3",
            "standard players=5",
            "standard exposing_order=sequential",
            "standard players=5 exposing_order=sequential first_lead_card=none",
            "standard heart_lock=true",
            "plain heart_lock=true must_lead_it=true",
            "standard players=3 first_lead_card=SQ must_lead_it=true heart_lock=true",
            "standard first_lead_card=HA must_lead_it=true heart_lock=true exposing_order=sequential",
            "standard teams=pooled payoff=relative"};
}

Position random_deal(const Tables& tables, Dice& dice) {
    std::vector<int> cards = cards_of(tables.deck);
    for (std::size_t i = cards.size(); i > 1; --i) {
        std::swap(cards[i - 1], cards[static_cast<std::size_t>(dice.below(static_cast<int>(i)))]);
    }
    Deal deal;
    for (std::size_t i = 0; i < cards.size(); ++i) {
        deal.hands[i % static_cast<std::size_t>(tables.seats)] |= set_of_cards({cards[i]});
    }
    if (dice.below(4) == 0) {
        deal.leader = static_cast<Seat>(dice.below(tables.seats));
    }
    return start(tables, deal);
}

std::vector<Move> legal_moves(const Position& pos) {
    std::vector<Move> moves(count_legal(pos));  // the room that is asked for and no more, for the sanitizer to see
    const Move* end = write_legal(pos, moves.data());
    moves.resize(static_cast<std::size_t>(end - moves.data()));
    return moves;
}

Position random_position(const Tables& tables, Dice& dice) {
    Position pos = random_deal(tables, dice);
    for (int plies = dice.below(58); plies > 0 && !is_over(pos); --plies) {
        const auto moves = legal_moves(pos);
        play(pos, moves[static_cast<std::size_t>(dice.below(static_cast<int>(moves.size())))]);
    }
    return pos;
}

std::vector<int> cards_of(CardSet set) {
    std::vector<int> cards;
    for (int suit = 0; suit < 4; ++suit) {
        for (int rank = 0; rank < 13; ++rank) {
            if (((set >> (16 * suit + rank)) & 1) != 0) {
                cards.push_back(13 * suit + rank);
            }
        }
    }
    return cards;
}

CardSet set_of_cards(const std::vector<int>& cards) {
    CardSet set = 0;
    for (int card : cards) {
        set |= CardSet{1} << (16 * (card / 13) + card % 13);
    }
    return set;
}

CardSet set_of_text(std::string_view text) { return parse_set(text); }

int card_named(std::string_view text) {
    return 13 * static_cast<int>(std::string_view("SHDC").find(text[0])) +
           static_cast<int>(std::string_view("23456789TJQKA").find(text[1]));
}

namespace {

const std::vector<int>& specials() {
    static const std::vector<int> cards = {card_named("HA"), card_named("SQ"), card_named("DJ"), card_named("CT")};
    return cards;
}

bool has(const std::vector<int>& cards, int card) { return std::find(cards.begin(), cards.end(), card) != cards.end(); }

std::vector<int> of_suit(const std::vector<int>& cards, int suit) {
    std::vector<int> out;
    std::copy_if(cards.begin(), cards.end(), std::back_inserter(out), [&](int card) { return card / 13 == suit; });
    return out;
}

std::vector<Code> slow_choices(const std::vector<int>& hand) {
    std::vector<Code> codes;
    for (unsigned bits = 0; bits < 16; ++bits) {
        bool held = true;
        for (unsigned i = 0; i < 4; ++i) {
            held = held && (((bits >> i) & 1) == 0 || has(hand, specials()[i]));
        }
        if (held) {
            codes.push_back(52 + bits);
        }
    }
    return codes;
}

// Section 1.3: an exposed card may not be played the first time its suit is led unless it is the only one of it.
bool banned(const Position& pos, const std::vector<int>& hand, int card) {
    bool exposed = false;
    for (unsigned i = 0; i < 4; ++i) {
        exposed = exposed || (specials()[i] == card && ((pos.exposed >> i) & 1) != 0);
    }
    return exposed && pos.tables->rules.exposing && pos.tables->rules.exposed_first_round_ban &&
           ((pos.suits_led >> (card / 13)) & 1) == 0 && of_suit(hand, card / 13).size() > 1;
}

std::vector<int> slow_leads(const Position& pos, const std::vector<int>& hand) {
    const Rules& rules = pos.tables->rules;
    bool ace_in_hands = false;
    for (CardSet other : pos.hands) {
        ace_in_hands = ace_in_hands || has(cards_of(other), card_named("HA"));
    }
    std::vector<int> leads, not_hearts;
    for (int card : hand) {
        if (!banned(pos, hand, card)) {
            leads.push_back(card);
            if (card / 13 != kHearts) {
                not_hearts.push_back(card);
            }
        }
    }
    const bool locked = rules.heart_lock && (pos.exposed & 1) != 0 && ace_in_hands;
    return locked && !not_hearts.empty() ? not_hearts : leads;
}

}  // namespace

std::vector<Code> slow_legal(const Position& pos) {
    if (pos.phase == Phase::kOver) {
        return {};
    }
    const std::vector<int> hand = cards_of(pos.hands[pos.to_move]);
    if (pos.phase == Phase::kExposing) {
        return slow_choices(hand);
    }
    std::vector<int> cards;
    if (pos.trick_size == 0) {
        const Rules& rules = pos.tables->rules;
        if (rules.must_lead_it && pos.opener == pos.to_move) {
            return {code(play_of(rules.first_lead_card.card))};
        }
        cards = slow_leads(pos, hand);
    } else {
        const std::vector<int> follow = of_suit(hand, pos.trick[0] / 16);
        for (int card : follow.empty() ? hand : follow) {
            if (follow.empty() || !banned(pos, hand, card)) {
                cards.push_back(card);
            }
        }
    }
    return {cards.begin(), cards.end()};
}

namespace {

// Section 2 for one unit; `flip_all`: somebody has all hearts under flip_for_all.
int slow_unit(const Rules& rules, const std::vector<int>& pile, Specials exposed, bool flip_all) {
    const bool pig = has(pile, card_named("SQ")), sheep = has(pile, card_named("DJ")),
               ten = has(pile, card_named("CT"));
    const std::vector<int> hearts = of_suit(pile, kHearts);
    const int factor = !ten ? 1 : (exposed & 8) != 0 ? rules.ten_multiplier_exposed : rules.ten_multiplier;
    if (hearts.size() == 13 && pig && sheep && !rules.sweep_bonus.none()) {
        return rules.sweep_bonus.value * (rules.sweep_bonus_multiplied ? factor : 1);
    }
    int sum = 0;
    bool scoring_heart = false;
    for (int heart : hearts) {
        const int value = rules.heart_values.value[static_cast<std::size_t>(heart % 13)];
        sum += (hearts.size() == 13 ? value : -value) * ((exposed & 1) != 0 ? 2 : 1);
        scoring_heart = scoring_heart || rules.zero_hearts_score || value != 0;
    }
    if (ten && !pig && !sheep && !scoring_heart) {
        return (exposed & 8) != 0 ? rules.ten_alone_exposed : 50;
    }
    const bool all_scoring = hearts.size() == 13 && pig && sheep && ten;
    const bool flips = flip_all || (rules.pig_flip == PigFlip::kAllHearts && hearts.size() == 13) ||
                       (rules.pig_flip == PigFlip::kAllScoring && all_scoring);
    sum += !pig ? 0 : (flips ? 100 : -100) * ((exposed & 2) != 0 ? 2 : 1);
    sum += !sheep ? 0 : (flip_all ? -100 : 100) * ((exposed & 4) != 0 ? 2 : 1);
    return sum * factor;
}

}  // namespace

std::vector<int> slow_score(const Rules& rules, const std::vector<std::vector<int>>& piles, Specials exposed) {
    std::vector<std::vector<int>> units = piles;
    if (rules.teams == Teams::kPooled) {
        units.resize(2);
        for (std::size_t i = 2; i < 4; ++i) {
            units[i - 2].insert(units[i - 2].end(), piles[i].begin(), piles[i].end());
        }
    }
    bool all_hearts = false, swept = false;
    for (const auto& pile : units) {
        const bool all = of_suit(pile, kHearts).size() == 13;
        all_hearts = all_hearts || all;
        swept = swept || (all && has(pile, card_named("SQ")) && has(pile, card_named("DJ")));
    }
    std::vector<int> scores;
    for (const auto& pile : units) {
        scores.push_back(slow_unit(rules, pile, exposed, rules.flip_for_all && all_hearts));
    }
    if (rules.teams == Teams::kSum) {
        scores = {scores[0] + scores[2], scores[1] + scores[3]};
    }
    if (swept && rules.sweep_rotation == SweepRotation::kDeal) {
        scores.insert(scores.begin(), scores.back());
        scores.pop_back();
    }
    return scores;
}

Position after(Position pos, std::string_view line) {
    std::istringstream in{std::string(line)};
    for (std::string text; in >> text;) {
        play(pos, legal_move(pos, code(parse_in(pos, text))));
    }
    return pos;
}

Position open_position(const TablesPtr& tables, std::string_view hands, int leader, std::string_view exposed,
                       std::string_view suits_led, std::string_view trick) {
    OpenPosition open;
    std::size_t start = 0;
    for (int seat = 0; seat < kMaxSeats && start <= hands.size(); ++seat) {
        const std::size_t end = std::min(hands.find('/', start), hands.size());
        open.hands[seat] = parse_set(hands.substr(start, end - start));
        start = end + 1;
    }
    std::istringstream in{std::string(trick)};
    for (std::string card; in >> card;) {
        open.trick[open.trick_size++] = parse_card(card);
    }
    open.leader = leader;
    open.exposed = parse_set(exposed);
    open.suits_led = parse_suits(suits_led);
    return start_open(*tables, open);
}

bool same_position(const Position& a, const Position& b) {
    return std::equal(a.hands, a.hands + kMaxSeats, b.hands) && std::equal(a.taken, a.taken + kMaxSeats, b.taken) &&
           a.barred == b.barred && a.tables == b.tables && a.voids == b.voids &&
           std::equal(a.trick, a.trick + kMaxSeats, b.trick) && a.trick_size == b.trick_size && a.leader == b.leader &&
           a.to_move == b.to_move && a.phase == b.phase && a.seats == b.seats && a.exposed == b.exposed &&
           a.suits_led == b.suits_led && a.opener == b.opener && a.hearts_locked == b.hearts_locked;
}

// Mean and four and a half standard deviations, with a little more for the long tail where there is little freedom.
double chi_square_limit(int freedom) { return freedom + 4.5 * std::sqrt(2.0 * freedom) + 8; }

}  // namespace testing
}  // namespace chupai::gongzhu
