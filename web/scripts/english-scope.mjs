// Which texts players read, for scripts/english.mjs. A place that is not listed here is read; the longest listed
// beginning of its path decides.

/** Places whose texts no player reads on the site's pages, and why. */
export const unreadFolders = {
  'web/player/src/test': 'answers for tests',
  'web/player/src/ui/kit': 'the kit page, which only the development server has',
  'web/player/src/features/app/text/platform-words': 'words that a name is compared with',
  'web/shared/src/hant': 'the tables of Traditional Chinese',
  'web/shared/src/english': 'the phrase book itself',
  'web/shared/src/language': 'languages have their own names',
  'web/shared/src/rewrite': 'comments',
  'internal/': 'staff, settings, journals and logs; what players read is listed below',
  'sandbox/': 'companies that are not ours; their games have their own pages',
  'internal/playerapi/wire_vitals.go': 'measurements that the page sends by itself',
}

/** Places inside of those whose texts players read. */
export const readInside = [
  'internal/app/news.go',
  'internal/app/promo.go',
  'internal/bet/bet.go',
  'internal/bet/detail.go',
  'internal/bet/words/words.go',
  'internal/cashier/bank/bank.go',
  'internal/cashier/deposit/message.go',
  'internal/cashier/destination/message.go',
  'internal/cashier/method/method.go',
  'internal/cashier/order/message.go',
  'internal/cashier/record.go',
  'internal/cashier/withdrawal/available.go',
  'internal/cashier/withdrawal/message.go',
  'internal/cashier/withdrawal/take_back.go',
  'internal/demo/about.go',
  'internal/demo/content.go',
  'internal/demo/demo.go',
  'internal/demo/payments.go',
  'internal/demo/seed.go',
  'internal/fund/day.go',
  'internal/fund/reversed.go',
  'internal/fund/task.go',
  'internal/guard/limit.go',
  'internal/licence/licence.go',
  'internal/lobby/mine.go',
  'internal/player/access/ticket.go',
  'internal/player/credential/passkey.go',
  'internal/player/identity/message.go',
  'internal/playerapi/',
  'internal/promo/award/',
  'internal/promo/deposit.go',
  'internal/promo/rule/kind.go',
  'internal/promo/rule/shipped.go',
  'internal/promo/rule/terms.go',
  'internal/promo/run.go',
  'internal/promo/stand.go',
  'internal/promo/streak.go',
  'internal/site/promotion.go',
  'internal/statement/',
  'internal/ticket/desk.go',
  'internal/turnover/report.go',
  'internal/turnover/terms.go',
  'internal/venue/ag/facts.go',
  'internal/venue/bbin/facts.go',
  'internal/venue/catalogue.go',
  'internal/venue/cq9/facts.go',
  'internal/venue/hub88/facts.go',
  'internal/venue/jdb/facts.go',
  'internal/venue/ky/facts.go',
  'internal/venue/pg/facts.go',
  'internal/venue/pinnacle/facts.go',
  'internal/venue/saba/facts.go',
  'internal/venue/sexy/facts.go',
  'internal/venue/wire/side.go',
  'internal/venue/wm/facts.go',
  'internal/vip/award.go',
  'internal/vip/message.go',
  'internal/vip/vip.go',
  'internal/wallet/recycle.go',
  'internal/wallet/state.go',
  'sandbox/board/hands.go',
  'sandbox/board/rules.go',
  'sandbox/slots/models.go',
]

/** Of some of them only these lines: the others are for staff, or are understood instead of said. */
export const readLines = {
  'internal/app/promo.go': /StatusText/,
  'internal/fund/task.go': /\{Name: /,
  'internal/licence/licence.go': /演示/,
  'internal/promo/deposit.go': /name \+=|ErrChoice|remark/,
  'internal/promo/rule/terms.go': /"sport"|NoTurnover|list = append|append\(list|OddsSentence|注单才计入/,
  'internal/turnover/terms.go': /不计入/,
  'internal/venue/wire/side.go': /kindNames|partNames/,
  'sandbox/board/hands.go': /Rank\{|\{"/,
  'sandbox/board/rules.go': /Equal|\{"/,
  'sandbox/slots/models.go': /Title: /,
}

/** Lines for staff in all of them: details of a request to a second person, journals, and doubts that hold an award. */
export const unreadLines = /staff\.|\{Label: |doubt|Turnover\.Drop|fault\.New|VoidPending|awardSubject|AddNote/

/** Faults of the back office, of companies' callbacks and of operators' settings, by code. */
export const unreadFaults = new RegExp(
  `^(${[
    '(staff|admin|setting|alarm|reconcile|channel|brand|licence|content|payout|batch|hook|earning|bank|money|owed|turnover|vip)\\..*',
    'bet\\.(export_wide|no_window|search_time|too_wide|waiting)',
    'cashier\\.rule_.*',
    'coin\\.(assign|back_differs|direction|key|label|payee_.*|payout_.*|private_key|proof|rate|rate_cross|rate_limits|reverse|sender_known|tx|tx_.*|unknown_network|wallet_.*|worth)',
    'courier\\.(setting|test_.*|tests|unsent)',
    'deposit\\.(bank_reference.*|callback_.*|not_bank|received.*|state)',
    'fund\\.(grant_amount|remark|task_.*|tasks_most)',
    'gate\\.(closed_.*|door|open_already|unopened)',
    'guard\\.(act|already_frozen|no_return|not_frozen|two_lift|until)',
    'ledger\\.running',
    'player\\.(not_found|reset_too_many|reveal_.*|rule_.*|search_too_many|withdraw_unset)',
    'promo\\.(budget_amount|kind|most|name|no_award|no_draw|params|period|spent|standing|state|switched|window)',
    'ticket\\.(changed|no_template|not_taken|solved|taken|template|templates)',
    'upload\\.(kind|package)',
    'venue\\.(account_taken_.*|contract_.*|game_(?!hidden|maintained).*|list_.*|no_game_list|no_owner|not_open|protocol|same_.*|state|window)',
    'wallet\\.(no_transfer|outcome|proved|settled|too_early)',
    'withdrawal\\.(attempt_open|claimed|frozen|held|not_claimer|not_exposed|not_to_card|owing|own_.*|paid_twice|payout_fresh|reference.*|sent_fresh|state)',
  ].join('|')})$`,
)

/** Texts that are compared with, and units of figures, which translate.ts knows. */
export const unreadPhrases = new Set(['大厅', '姓名', '万', '亿'])
