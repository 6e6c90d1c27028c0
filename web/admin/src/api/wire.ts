// The wire types of the back office API, as internal/adminapi serves it. Amounts are decimal strings
// with two places, times are unix milliseconds, ids are strings; T | null members are always present.

export type Yuan = string
export type Ms = number

export interface Page<T> {
  items: T[]
  total: number
}
export interface SumPage<T, S> extends Page<T> {
  sum: S
}
export interface Items<T> {
  items: T[]
}

/** Decimal USDT, with two places or as many as it has. */
export type Coins = string
export type CoinNetwork = 'trc20' | 'erc20' | 'omni'

/** Outcome is the answer of an action that may need a second person. */
export type Outcome = { status: 'done' } | { status: 'waiting'; approvalId: string }

export interface Who {
  id: string
  name: string
}
export interface Note {
  at: Ms
  by: string
  what: string
  reason: string | null
}
export interface CountAmount {
  count: number
  amount: Yuan
}

export const permissions = [
  'dashboard.view',
  'earning.view',
  'data.export',
  'deposit.view',
  'deposit.confirm',
  'deposit.review',
  'withdrawal.view',
  'withdrawal.claim',
  'withdrawal.approve',
  'withdrawal.pay',
  'player.view',
  'player.reveal',
  'player.freeze',
  'player.kick',
  'player.reset',
  'player.correct',
  'transfer.view',
  'transfer.ask',
  'transfer.settle',
  'fund.view',
  'fund.manage',
  'fund.grant',
  'vip.view',
  'vip.manage',
  'promo.view',
  'promo.manage',
  'coin.view',
  'coin.manage',
  'payment.view',
  'payment.manage',
  'case.view',
  'ticket.view',
  'ticket.answer',
  'approval.view',
  'approval.decide',
  'books.view',
  'books.verify',
  'recon.view',
  'recon.run',
  'recon.settle',
  'gate.view',
  'gate.close',
  'gate.open',
  'venue.view',
  'venue.switch',
  'venue.contract',
  'staff.view',
  'staff.manage',
  'audit.view',
  'audit.verify',
  'alarm.view',
  'alarm.manage',
  'feed.view',
  'feed.pull',
  'content.view',
  'content.edit',
  'site.manage',
] as const
export type Permission = (typeof permissions)[number]

export interface Me {
  id: string
  name: string
  roles: string[]
  permissions: Permission[]
  idleSeconds: number
  expiresAt: Ms
  now: Ms
  demo: boolean
  limits: { withdrawalSecondAbove: Yuan; depositSecondAbove: Yuan }
}
export interface Badges {
  depositsClaimed: number
  depositsReview: number
  withdrawalsWaiting: number
  withdrawalsMine: number
  withdrawalsToPay: number
  approvals: number
  transfersStuck: number
  feedGaps: number
  cases: number
  gateClosed: number
  promoWithheld: number
  vipWithheld: number
  findings: number
  forfeits: number
  tickets: number
}
export interface DayFigures {
  deposits: CountAmount
  withdrawals: CountAmount
  net: Yuan
  registrations: number
  firstDeposits: number
}
export interface Dashboard {
  day: string
  pending: Badges
  today: DayFigures
  yesterday: DayFigures
  books: { at: Ms | null; state: RunState | 'never' }
}

export type DepositState = 'pending' | 'claimed' | 'review' | 'credited' | 'expired' | 'closed' | 'reversed'
export type DepositStyle = 'Bank' | 'Link' | 'Link_Open' | 'VirtualCoin' | 'Qr' | 'MSG'
export interface Deposit {
  id: string
  order: string
  playerId: string
  player: string
  method: string
  channel: string
  style: DepositStyle
  amount: Yuan
  received: Yuan | null
  state: DepositState
  reviewReason: string | null
  createdAt: Ms
  claimedAt: Ms | null
  paidAt: Ms | null
  expiresAt: Ms | null
  approvalId: string | null
}
export type Verdict =
  | 'accepted'
  | 'duplicate'
  | 'bad_signature'
  | 'amount_differs'
  | 'late'
  | 'over_limit'
  | 'unreadable'
  | 'open'
export interface Callback {
  id: string
  at: Ms
  remote: string
  method: string
  raw: string
  verdict: Verdict
  note: string | null
}
/** What a deposit in USDT waits for. */
export interface CoinOrder {
  network: CoinNetwork
  address: string
  coins: Coins
  rate: string
  worth: Yuan
  /** Where the player says it comes from. */
  payAddress: string | null
  /** With the index of the transfer that credited it. */
  tx: string | null
}
export interface DepositDetail extends Deposit {
  depositor: string | null
  remark: string | null
  /** code: what the player was asked to write as remark. */
  payee: { bank: string; holder: string; account: string; code: string | null } | null
  bankReference: string | null
  /** What the gateway itself says was paid. */
  proved: Yuan | null
  /** What was proved waits in suspense. */
  suspended: boolean
  /** The depositor is not the player. */
  otherName: boolean
  gateway: { code: string; reference: string | null } | null
  /** What one in USDT waits for; null for every other. */
  coin: CoinOrder | null
  callbacks: Callback[]
  history: Note[]
}

/** What the chain last said of the transaction a withdrawal was paid by; '' is not asked yet. differs: it was another
 * payment. sender, sender_unknown: it paid, from a wallet that is not registered or that the chain does not name. */
export type CoinPayoutSaid =
  | ''
  | 'open'
  | 'paid'
  | 'failed'
  | 'absent'
  | 'unknown'
  | 'differs'
  | 'sender'
  | 'sender_unknown'
export interface CoinPayout {
  network: CoinNetwork
  coins: Coins
  rate: string
  tx: string | null
  sentAt: Ms | null
  sentBy: string | null
  /** The sender that the chain names. */
  from: string | null
  said: CoinPayoutSaid
}
export type WithdrawalState = 'submitted' | 'claimed' | 'second' | 'approved' | 'paid' | 'rejected' | 'failed'
export interface Flag {
  code: string
  text: string
}
export interface Withdrawal {
  id: string
  order: string
  playerId: string
  player: string
  amount: Yuan
  fee: Yuan
  bank: string
  cardTail: string
  holder: string
  state: WithdrawalState
  createdAt: Ms
  heldUntil: Ms | null
  claimedBy: Who | null
  claimedAt: Ms | null
  claimExpiresAt: Ms | null
  needsSecond: boolean
  approvalId: string | null
  approvedBy: string[]
  flags: Flag[]
  reference: string | null
  reason: string | null
  endedAt: Ms | null
  /** Paid after its money was given back, and nobody has decided who bears it. */
  exposed: Yuan | null
  /** What one in USDT pays, and by which transaction; null for one to a bank card. */
  payout: CoinPayout | null
}
export interface Destination {
  bank: string
  number: string
  holder: string
  province: string
  city: string
  branch: string
  /** Of a withdrawal in USDT: then the number is the address. */
  network: CoinNetwork | null
  coins: Coins | null
}
export interface WithdrawalDetail extends Withdrawal {
  card: Destination
  account: {
    centre: Yuan
    locked: Yuan
    registeredAt: Ms
    deposits: CountAmount
    withdrawals: CountAmount
  }
  turnover: Turnover
  risks: Risk[]
  history: Note[]
}
/** Bonus money of a self-excluded player of which something is still to come back. */
export interface Forfeit {
  playerId: string
  source: string
  due: Yuan
  taken: Yuan
  since: Ms
}
/** Something about a withdrawal and its player, with the figures behind it and where they are seen. */
export interface Risk {
  code: 'linked' | 'cases' | 'transfers' | 'bonus' | 'device' | 'often' | 'unusual' | 'through'
  text: string
  place: 'links' | 'cases' | 'transfers' | 'promotions' | 'sessions' | 'withdrawals' | 'bets'
}

export type Freezable = 'login' | 'deposit' | 'transfer' | 'launch' | 'bet' | 'withdraw'
export interface PlayerRow {
  id: string
  name: string
  phone: string
  trueName: string | null
  vipLevel: number
  centre: Yuan
  registeredAt: Ms
  lastLoginAt: Ms | null
  frozen: Freezable[]
  /** By the player's own decision; empty where nothing holds them. */
  stopped: '' | 'timeout' | 'exclusion'
}
export interface Freeze {
  reason: string
  by: string
  at: Ms
  /** Two people lift it: the player is likely one under self-exclusion. */
  two: boolean
}
export interface Player extends PlayerRow {
  email: string | null
  birthday: string | null
  registerIp: string | null
  lastIp: string | null
  autoTransfer: boolean
  /** When the password was last reset with a code of customer service. */
  resetAt: Ms | null
  /** When two-step login was switched on; null while it is off. */
  secondSince: Ms | null
  /** A code that can still be used; never the code itself. */
  reset: { by: string; at: Ms; expiresAt: Ms; tries: number; withdraws: boolean } | null
  freezes: Record<Freezable, Freeze | null>
  totals: { deposits: CountAmount; withdrawals: CountAmount; validBet: Yuan; winLoss: Yuan }
  /** To the house. */
  owed: Yuan
}
/** A personal field in full, before and after a correction. */
export interface Corrected {
  was: string
  value: string
}
/** A code to reset a password, shown once. */
export interface ResetCode {
  code: string
  expiresAt: Ms
}
export interface Wallets {
  sum: Yuan
  centre: Yuan
  locked: Yuan
  transit: Yuan
  venues: {
    venue: string
    name: string
    balance: Yuan
    asOf: Ms | null
    state: VenueState
    /** What the venue said last; null where it said nothing since the last transfer. */
    told: Yuan | null
    toldAt: Ms | null
  }[]
}
export interface Posting {
  id: string
  at: Ms
  kind: string
  kindText: string
  key: string
  from: string
  to: string
  amount: Yuan
  asset: 'CNY' | 'CS' | 'USDT'
  effect: Yuan
}
export type BetStatus = 'open' | 'settled' | 'void'
export interface Bet {
  id: string
  venue: string
  venueName: string
  betId: string
  game: string
  betAt: Ms
  settledAt: Ms | null
  stake: Yuan
  valid: Yuan
  winLoss: Yuan
  status: BetStatus
  version: number
}
export interface HouseBet extends Bet {
  playerId: string
  player: string
  account: string
  gameCode: string
  odds: string
  oddsType: string
  parlay: boolean
  round: string
}
export interface BetVersion {
  version: number
  status: BetStatus
  stake: Yuan
  valid: Yuan
  winLoss: Yuan
  settledAt: Ms | null
  storedAt: Ms
  raw: string
}
export interface BetLeg {
  league: string
  event: string
  /** The venue's number of the match. */
  match: string
  market: string
  pick: string
  side: string
  odds: string
  oddsType: string
  /** The match's score when the bet was placed. */
  score: string
  result: string
}
export interface BetDetail extends HouseBet {
  market: string
  side: string
  /** Empty: the venue tells none. */
  legs: BetLeg[]
  reason: string | null
  entry: string | null
  turnover: { weight: string; counted: Yuan; reason: string | null } | null
  replay: boolean
  versions: BetVersion[]
  /** The venue's words about the round; '' where it has none. */
  roundFacts: { number: string; table: string; play: string; outcome: string }
}
export interface Replay {
  address: string
}
export interface Bucket {
  id: string
  source: 'deposit' | 'grant'
  reference: string
  createdAt: Ms
  amount: Yuan
  multiple: string
  required: Yuan
  done: Yuan
  state: 'open' | 'met' | 'dropped'
  reason: string | null
}
export interface Turnover {
  outstanding: Yuan
  buckets: Bucket[]
}
export interface TurnoverLine {
  id: string
  betId: string
  venueName: string
  game: string
  betAt: Ms
  stake: Yuan
  valid: Yuan
  /** How much of a valid bet counts, such as 100%. */
  weight: string
  counted: Yuan
  reason: string
}
export interface Card {
  id: string
  bank: string
  number: string
  tail: string
  holder: string
  province: string
  city: string
  branch: string
  isDefault: boolean
  boundAt: Ms
}
export interface PlayerSession {
  id: string
  createdAt: Ms
  lastSeenAt: Ms
  expiresAt: Ms
  endedAt: Ms | null
  endReason: string | null
  ip: string
  device: string
  remembered: boolean
}
/** An address a player withdraws USDT to, masked. */
export interface CoinAddress {
  id: string
  network: CoinNetwork
  address: string
  isDefault: boolean
  addedAt: Ms
}
export type RevealField = 'trueName' | 'phone' | 'email' | 'birthday' | 'card'

/** disputed: settled, and then the venue said the opposite. */
export type TransferState = 'asked' | 'unknown' | 'done' | 'refused' | 'disputed'
export interface Transfer {
  id: string
  order: string
  playerId: string
  player: string
  venue: string
  venueName: string
  direction: 'in' | 'out'
  amount: Yuan
  state: TransferState
  stateText: string
  reason: string | null
  createdAt: Ms
  settledAt: Ms | null
  asks: number
  lastAskedAt: Ms | null
  nextAskAt: Ms | null
  lastAnswer: string | null
  approvalId: string | null
}
export interface TransferDetail extends Transfer {
  venueOrder: string | null
  /** What the venue says it moved, or people found out, where that is not the order's amount. */
  moved: Yuan | null
  asked: { at: Ms; call: string; answer: 'done' | 'refused' | 'unknown'; text: string }[]
  history: Note[]
}

export type CaseKind = 'transfer' | 'deposit' | 'money' | 'payout' | 'owed' | 'request' | 'return'
/** Something that contradicts itself or belongs to nobody. Its id names what it is about: deposit:D…, money:S…. */
export interface Case {
  id: string
  kind: CaseKind
  kindText: string
  title: string
  playerId: string | null
  player: string | null
  amount: Yuan
  /** Instead of the amount, for money that came on a chain. */
  coins: Coins | null
  since: Ms
  reason: string | null
  approvalId: string | null
}
export type CaseAction =
  | 'transfer.ask'
  | 'transfer.settle'
  | 'deposit.credit'
  | 'deposit.close'
  | 'money.assign'
  | 'money.return'
  | 'deposit.reverse'
  | 'payout.return'
  | 'payout.late'
  | 'payout.recover'
  | 'owed.settle'
export interface Said {
  at: Ms
  by: string
  what: string
  text: string | null
  /** As it arrived. */
  raw: string | null
}
export interface CaseDetail extends Case {
  open: boolean
  facts: { label: string; value: string }[]
  timeline: Said[]
  actions: CaseAction[]
}
/** An account of ours where money comes in. */
export interface Place {
  account: string
  label: string
}

export type ApprovalKind =
  | 'deposit.credit'
  | 'withdrawal.approve'
  | 'transfer.settle'
  | 'money.assign'
  | 'money.return'
  | 'deposit.reverse'
  | 'payout.return'
  | 'payout.late'
  | 'payout.recover'
  | 'payout.fail'
  | 'payout.sender'
  | 'owed.settle'
  | 'staff.add'
  | 'staff.enable'
  | 'staff.reset'
  | 'staff.roles'
  | 'staff.role'
  | 'staff.network'
  | 'staff.limit'
  | 'alarm.target'
  | 'alarm.route'
  | 'player.correct'
  | 'player.second_reset'
  | 'card.remove'
  | 'return.lift'
  | 'gate.open'
  | 'finding.settle'
  | 'finding.rebuild'
  | 'fund.task'
  | 'fund.grant'
  | 'vip.table'
  | 'vip.setting'
  | 'vip.release'
  | 'promo.rule'
  | 'promo.start'
  | 'promo.release'
  | 'promo.cancel'
  | 'coin.rate'
  | 'coin.payee'
  | 'coin.wallet'
  | 'venue.contract'
  | 'cashier.rule'
  | 'courier.setting'
  | 'pay.method'
  | 'pay.channel'
  | 'pay.gateway'
  | 'pay.account'
export type ApprovalState = 'pending' | 'approved' | 'refused' | 'withdrawn' | 'expired' | 'void'
export interface Approval {
  id: string
  kind: ApprovalKind
  title: string
  subject: {
    type:
      | 'deposit'
      | 'withdrawal'
      | 'transfer'
      | 'money'
      | 'owed'
      | 'staff'
      | 'staff.new'
      | 'staff.role'
      | 'staff.network'
      | 'alarm.target'
      | 'alarm.route'
      | 'fund'
      | 'fund.task'
      | 'gate'
      | 'finding'
      | 'vip.table'
      | 'vip.setting'
      | 'vip.award'
      | 'promo'
      | 'promo.start'
      | 'award'
      | 'coin.rate'
      | 'coin.payee'
      | 'coin.wallet'
      | 'venue.contract'
      | 'setting'
      | 'player'
      | 'card'
      | 'address'
      | 'return'
    id: string
    label: string
  }
  amount: Yuan | null
  details: { label: string; value: string }[]
  reason: string | null
  maker: Who
  madeAt: Ms
  /** When one that waits ends by itself. */
  expiresAt: Ms | null
  state: ApprovalState
  checker: Who | null
  decidedAt: Ms | null
  decision: string | null
  mayDecide: boolean
  mayNotWhy: string | null
  /** For the human being who made it, while it waits. */
  mayWithdraw: boolean
  /** The half of an invitation of the one who approved, in that answer alone. */
  invited: Invited | null
}

export type RunState = 'running' | 'passed' | 'failed' | 'error'
export interface Check {
  name: string
  title: string
  passed: boolean
  rows: number
  broken: { table: string; id: string; text: string } | null
}
export interface Run {
  id: string
  startedAt: Ms
  finishedAt: Ms | null
  by: string
  state: RunState
  error: string | null
  counts: { accounts: number; transactions: number; postings: number } | null
  checks: Check[]
}

export type VenueState = 'open' | 'maintenance' | 'closed'
export interface Venue {
  code: string
  platformId: number
  name: string
  category: string
  state: VenueState
  /** Without an adapter we cannot speak to the venue: it stays closed. */
  hasAdapter: boolean
  reason: string | null
  changedAt: Ms | null
  changedBy: string | null
  /** Why the money switch lets nothing go there or come back. */
  shut: string | null
  /** A maintenance that is set and not over; `scheduled` until it begins. */
  windowFrom: Ms | null
  windowTo: Ms | null
  scheduled: boolean
  playersMoney: Yuan
  lastFeedAt: Ms | null
  /** How far its bet feed is behind, and how many windows of it failed and wait. */
  lagSeconds: number | null
  gaps: number
  stuck: number
  /** Of its contract. */
  protocol: string | null
  breaker: BreakerState | null
  /** Of the asked server in the last hour. */
  calls: number
  callsFailed: number
  /** From the vendor's list of games, when it was last read or applied. */
  gamesDiffer: number
}
export type BreakerState = 'closed' | 'open' | 'trial'
export type CallFailureKind = 'timeout' | 'refused' | 'name' | 'tls' | 'broken' | 'status'
export interface VenueDetail extends Venue {
  /** Never with a key; null: nothing is connected. */
  contract: {
    protocol: string
    host: string
    timeoutSeconds: number
    maxTransfer: Yuan | null
    wholeYuan: boolean
    noQuery: boolean
    seamless: boolean
    /** The vendor gives the list of its games. */
    gameList: boolean
    /** Why bets at a sportsbook name no sides; empty: they do. */
    noSides: string
    /** Shortest time between two questions for bets; 0: none, or below a second. */
    feedGapSeconds: number
    /** Of the asked server at most; 0: no limit. */
    callsPerSecond: number
  } | null
  /** What the asked server knows: the breaker now, the calls of the last hour. */
  traffic: {
    breaker: BreakerState
    failing: number
    underWay: number
    atOnce: number
    calls: number
    failed: number
    averageMs: number
    slowestMs: number
    lastAt: Ms | null
    lastGoodAt: Ms | null
  } | null
  feed: FeedStatus | null
  /** Transfers that it refused in the last 24 hours, by reason. */
  refusals: { reason: string; count: number; lastAt: Ms }[]
  failures: { at: Ms; kind: CallFailureKind; status: number }[]
  /** Windows of its feed that failed and wait. */
  windows: FeedWindow[]
}

export type ContractFieldKind = 'text' | 'secret' | 'keys' | 'json' | 'address' | 'number' | 'list' | 'pairs'
export interface ContractField {
  name: string
  label: string
  hint: string
  kind: ContractFieldKind
  secret: boolean
  required: boolean
  /** In characters; 0: any. */
  length: number
  /** Bounds of a number; 0 and 0: any. */
  min: number
  max: number
  /** Another value locks players out of their accounts at the venue. */
  lasting: boolean
}
export interface ContractVersion {
  version: number
  protocol: string
  host: string
  /** Labels of the fields that are set; never their values. */
  fields: string[]
  madeBy: string
  madeAt: Ms
  approvedBy: string | null
  approvedAt: Ms | null
}
export interface VenueKeys {
  /** The configuration file has a contract, and it wins. */
  inFile: boolean
  /** The version that the asked server works by; 0: none that was entered here. */
  running: number
  unusable: boolean
  /** The approved version is in force from the next start. */
  restart: boolean
  approvalId: string | null
  versions: ContractVersion[]
  protocols: { name: string; fields: ContractField[] }[]
}

export interface Staff {
  id: string
  name: string
  /** Staff number or identity document: which human being it is. */
  person: string
  roles: string[]
  disabled: boolean
  enrolled: boolean
  decidesFrom: Ms | null
  createdAt: Ms
  lastLoginAt: Ms | null
  approvalId: string | null
  /** The largest amount the account decides alone; null is the operator's figure for everybody. */
  aloneMost: Yuan | null
}
export interface Role {
  role: string
  name: string
  permissions: Permission[]
  /** Has every permission and cannot be changed. */
  owner: boolean
  version: number
  people: number
  changedBy: string | null
  changedAt: Ms | null
  approvalId: string | null
}
/** What lets the person of an account enrol, or one half of it: the maker gets the code, the one who approves the link. */
export interface Invited {
  status: 'done' | 'waiting'
  approvalId?: string
  link: string | null
  code: string | null
  expiresAt: Ms | null
}
export interface Enrolment {
  name: string
  totpSecret: string
  totpUri: string
  expiresAt: Ms
}
export interface NewAuthenticator {
  token: string
  totpSecret: string
  totpUri: string
  expiresAt: Ms
}

export interface AuditRow {
  seq: number
  at: Ms
  actor: string
  action: string
  actionText: string
  subject: { type: string; id: string; label: string } | null
  reason: string | null
  ip: string | null
  requestId: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  hash: string
}
export interface ChainResult {
  passed: boolean
  checked: number
  head: string
  broken: { seq: number; text: string } | null
}

export interface FeedStatus {
  venue: string
  venueName: string
  cursor: Ms | null
  lagSeconds: number | null
  gaps: number
  lastPulledAt: Ms | null
  lines24h: number
  /** Bets that came changed or contradict what we had, for a person to look at. */
  findings: number
}
export type WindowState = 'waiting' | 'pulling' | 'complete' | 'gap'
export interface FeedWindow {
  id: string
  venue: string
  venueName: string
  from: Ms
  to: Ms
  state: WindowState
  pages: number
  lines: number
  attempts: number
  pulledAt: Ms | null
  error: string | null
  /** 0 where the venue does not cut its bets into files. */
  files: number
  filesMissing: number
}
/** A file of bets: listed and not read yet, read to its end, or asked for and missing. */
export type FeedFileState = 'listed' | 'read' | 'missing'
export interface FeedFile {
  id: string
  state: FeedFileState
  attempts: number
  lines: number
  listedAt: Ms
  readAt: Ms | null
  error: string | null
}

export type FindingState = 'open' | 'settled' | 'cleared'
/** A break between us and a company, or within our books. */
export interface ReconFinding {
  id: string
  kind: string
  title: string
  subject: string
  channel: string
  player: string | null
  expected: string
  found: string
  difference: Yuan
  what: string
  look: string
  detail: string | null
  ref: string | null
  txn: string | null
  firstSeen: Ms
  lastSeen: Ms
  seen: number
  state: FindingState
  note: string | null
  settledBy: string | null
  endedAt: Ms | null
  approvalId: string | null
}
/** One comparison with all companies. */
export interface ReconRun {
  id: string
  cause: 'nightly' | 'hand' | 'command' | 'restore'
  by: string
  from: Ms | null
  to: Ms
  startedAt: Ms
  finishedAt: Ms | null
  state: 'running' | 'done' | 'error'
  error: string | null
  looked: Record<string, number>
  /** Who gave no answer; that is neither right nor wrong. */
  unasked: string[]
  waiting: number
  opened: number
}

/** GateClosed is who closed a way of money, and why. */
export interface GateClosed {
  cause: 'hand' | 'restore' | 'break'
  causeText: string
  reason: string
  by: string
  since: Ms
  knownUntil: Ms | null
  notReady: string | null
  approvalId: string | null
}
export interface GateDoor {
  door: string
  name: string
  closed: GateClosed | null
}
export interface GatePast {
  name: string
  causeText: string
  reason: string
  by: string
  since: Ms
  openedAt: Ms
  openedBy: string
  openReason: string
}
export interface Gate {
  doors: GateDoor[]
  past: GatePast[]
}

export type FundTaskKind = 'deposit' | 'bet'
/** A task is the same for every player; amount is what it unlocks, in C$. */
export interface FundTaskTerms {
  name: string
  kind: FundTaskKind
  threshold: Yuan
  amount: Yuan
  active: boolean
}
export interface FundTask extends FundTaskTerms {
  id: number
  /** What holds from a later day on; from is YYYY-MM-DD. */
  next: (FundTaskTerms & { from: string }) | null
  approvalId: string | null
}
export interface Fund {
  today: string
  /** Of what is unlocked, before it may be withdrawn. */
  multiple: number
  tasks: FundTask[]
  figures: { held: Yuan; incomeToday: Yuan; unlockedToday: Yuan; expiredYesterday: Yuan; players: number }
}
export type FundRecordType = 'income' | 'unlock' | 'expired'
export interface FundRecord {
  id: string
  player: string
  at: Ms
  type: FundRecordType
  /** Below zero for what left the fund. */
  amount: Yuan
  /** As the player reads it. */
  remark: string
  by: string
  task: string | null
}
/** status: 0 not met, 1 ready to unlock, 2 unlocked. */
export interface PlayerFundTask {
  id: number
  name: string
  kind: FundTaskKind
  amount: Yuan
  threshold: Yuan
  done: Yuan
  status: 0 | 1 | 2
}
export interface PlayerFund {
  balance: Yuan
  unlockedToday: Yuan
  tasks: PlayerFundTask[]
}

/** The three tracks of the weekly programme, and the monthly one. */
export type VipTrack = 'card' | 'sport' | 'live' | 'monthly'
export type VipProgrammeName = 'track' | 'monthly'
export type VipKind = 'bonus' | 'income'
export type VipState = 'paid' | 'withheld' | 'refused'
/** What makes two accounts one for VIP income. */
export type Mark = 'card' | 'email' | 'device' | 'name' | 'ip'

export interface VipProgramme {
  programme: VipProgrammeName
  enabled: boolean
  /** The last business day that will count, YYYY-MM-DD. */
  upto: string
  nextRun: Ms
  /** A run that is under way. */
  running: string | null
}
export interface Vip {
  programmes: VipProgramme[]
  /** Without those that nobody is on. */
  levels: { track: VipTrack; level: number; players: number }[]
  withheld: number
  withheldAmount: Yuan
}
export type VipRunState = 'open' | 'done' | 'skipped'
export interface VipRun {
  id: string
  programme: VipProgrammeName
  upto: string
  dueAt: Ms
  state: VipRunState
  players: number
  awards: number
  paid: Yuan
  /** By the run, also if released since. */
  withheld: Yuan
  openedAt: Ms
  endedAt: Ms | null
}
export interface VipSum {
  track: VipTrack
  kind: VipKind
  level: number
  state: VipState
  count: number
  amount: Yuan
}
export interface VipRunDetail extends VipRun {
  setting: number
  tables: { track: VipTrack; version: number }[]
  sums: VipSum[]
}
export interface VipAward {
  id: string
  /** Empty in a dry run, as `at` is null. */
  runId: string
  player: string
  track: VipTrack
  /** The last day of its week or month. */
  period: string
  kind: VipKind
  kindText: string
  level: number
  amount: Yuan
  state: VipState
  why: string | null
  at: Ms | null
  decidedAt: Ms | null
  decidedBy: string | null
  decision: string | null
}
/** What the next run would bring if it ran now. */
export interface VipDry extends VipProgramme {
  players: number
  paid: Yuan
  withheld: Yuan
  sums: VipSum[]
  items: VipAward[]
  total: number
}
export interface VipLevel {
  level: number
  validBet: Yuan
  bonus: Yuan
  income: Yuan
  cumulative: Yuan
}
export interface VipTable {
  track: VipTrack
  name: string
  version: number
  by: string
  at: Ms
  levels: VipLevel[]
  approvalId: string | null
}
export interface VipSettings {
  /** The first business day that counts. */
  start: string
  /** weeklyCap: the monthly programme has none. */
  tracks: { track: VipTrack; name: string; enabled: boolean; weeklyCap: Yuan | null }[]
  /** 1 Monday to 7 Sunday. */
  weekday: number
  /** HH:mm in GMT+8; that of the month is on its first day. */
  weeklyTime: string
  monthTime: string
  marks: Mark[]
  version: number
  by: string
  at: Ms
  approvalId: string | null
}
export interface PlayerTrack {
  track: VipTrack
  name: string
  enabled: boolean
  /** Of the last run; reached is what the next one makes of it. */
  level: number
  reached: number
  validBet: Yuan
  income: Yuan
  next: VipLevel | null
  wants: Yuan
  nextRun: Ms
  venues: { venue: string; name: string; validBet: Yuan }[]
}
export interface PlayerVip {
  level: number
  start: string
  tracks: PlayerTrack[]
  hold: Freeze | null
}
export interface PlayerLink {
  id: string
  name: string
  by: Mark[]
  registeredAt: Ms
}

export type PromoKind =
  | 'red_packets'
  | 'board_packet'
  | 'streak'
  | 'board_rebate'
  | 'daily_bonus'
  | 'first_bonus'
  | 'referral'
  | 'surprise'
  | 'rescue'
  | 'sport_rebate'
/** Which of them a kind has is in features/promo/terms.ts; the others are left out. */
export interface PromoParams {
  tiers?: { from: Yuan; draws: number }[]
  /** weight of the sum of all; chance is the same in percent, answered and not read. */
  packets?: { amount: Yuan; weight: number; chance?: string }[]
  /** percent of the lowest stake of the streak. */
  steps?: { wins: number; percent: number }[]
  /** rate in hundredths of a percent. */
  rates?: { level: number; rate: number }[]
  /** Hundredths of a percent. */
  rate?: number
  depositMin?: Yuan
  depositOver?: Yuan
  validMin?: Yuan
  validOver?: Yuan
  lossMin?: Yuan
  cap?: Yuan
  amount?: Yuan
  winners?: number
  hours?: number
  /** The lowest that count, in hundredths. */
  odds?: { local: number; european: number }
  /** Percent of the award. */
  turnover: number
  /** Percent of a valid bet that counts, of the kinds of venue that do not count in full. */
  weights?: { kind: VenueKindName; percent: number }[]
  review: boolean
}
export type VenueKindName = 'sport' | 'live' | 'fish' | 'slot' | 'esport' | 'lottery' | 'board'
export interface PromoRule {
  name: string
  /** The promotion page, 0 for none. */
  activity: number
  params: PromoParams
  /** YYYY-MM-DD, '' for no such end. */
  startsOn: string
  endsOn: string
  /** A month's; 0.00 is no limit. */
  budget: Yuan
  from: string
}
export interface Promo {
  id: number
  kind: PromoKind
  kindText: string
  rule: PromoRule
  next: PromoRule | null
  running: boolean
  switchedAt: Ms
  switchedBy: string
  approvalId: string | null
  startingId: string | null
  period: 'day' | 'week' | 'month'
  /** Paid and withheld. */
  spentMonth: Yuan
  awardsMonth: number
  overBudget: boolean
}
export interface Promos {
  today: string
  items: Promo[]
  withheld: number
}
export type AwardState = 'paid' | 'withheld' | 'refused' | 'cancelled'
export interface PromoAward {
  id: string
  rule: number
  name: string
  kind: PromoKind
  player: string
  item: string
  ref: string | null
  basis: Yuan
  amount: Yuan
  turnover: Yuan
  state: AwardState
  stateText: string
  why: string | null
  /** As the player reads it. */
  remark: string
  packets: Yuan[]
  by: string
  decidedBy: string | null
  at: Ms
  endedAt: Ms | null
}
export interface PromoFigure {
  rule: number
  name: string
  /** YYYY-MM. */
  month: string
  count: number
  amount: Yuan
  withheld: number
  budget: Yuan
}
export interface PromoRun {
  rule: number
  name: string
  period: string
  players: number
  begunAt: Ms
  endedAt: Ms | null
}
export interface PromoPreview {
  rule: number
  name: string
  period: string
  dueAt: Ms
  players: number
  awards: number
  amount: Yuan
  entrants: number
  largest: { player: string; basis: Yuan; amount: Yuan; remark: string }[]
}
export interface PromoWinner {
  place: number
  player: string
  amount: Yuan
}
export interface PromoDraw {
  rule: number
  period: string
  at: Ms
  entrants: number
  digest: string
  seed: string
  winners: PromoWinner[]
  /** What the seed comes to when it is done again now. */
  again: PromoWinner[]
  same: boolean
}
export interface PromoEntrant {
  place: number
  player: string
}
/** state: 0 not met, 1 may be claimed, 2 claimed, 3 comes by itself, 4 not for this player. */
export interface PlayerPromo {
  id: number
  name: string
  kind: PromoKind
  state: 0 | 1 | 2 | 3 | 4
  stateText: string
  amount: Yuan
  draws: number
  /** need 0.00: told, not asked for. */
  progress: { name: string; now: Yuan; need: Yuan; unit: string }[]
  reason: string | null
  endAt: Ms | null
}
export interface PlayerPromos {
  frozen: boolean
  frozenReason: string | null
  frozenBy: string | null
  frozenAt: Ms | null
  items: PlayerPromo[]
  awards: Page<PromoAward>
}

export type LimitPeriod = 'day' | 'week' | 'month'
/** A decision about a deposit limit; null is no limit. */
export interface LimitChange {
  period: LimitPeriod
  amount: Yuan | null
  was: Yuan | null
  askedAt: Ms
  readyAt: Ms
  lapsesAt: Ms
  appliedAt: Ms | null
  cancelledAt: Ms | null
}
export interface PlayerStop {
  kind: 'timeout' | 'exclusion'
  term: string
  since: Ms
  until: Ms
  askedAt: Ms | null
  endsAt: Ms | null
}
export interface PlayerLimits {
  deposits: { period: LimitPeriod; amount: Yuan | null; used: Yuan; open: Yuan; pending: LimitChange | null }[]
  stop: PlayerStop | null
  reality: number
  stops: PlayerStop[]
  changes: LimitChange[]
}

export type ShowingState = 'draft' | 'scheduled' | 'live' | 'ended'
/** Whether players see something, and from when to when. */
export interface Showing {
  published: boolean
  from: Ms | null
  to: Ms | null
  state: ShowingState
}
export interface Announcement extends Showing {
  id: string
  title: string
  text: string
  hotUntil: Ms | null
  createdAt: Ms
}
export type { Article, Ticket, TicketDetail, TicketEntry, TicketTemplate } from './wire-ticket'
export interface TickerLine extends Showing {
  id: string
  text: string
  position: number
}
export type Device = 'pc' | 'h5'
export interface Banner extends Showing {
  id: string
  device: Device
  picture: string
  title: string
  line: string
  button: string
  link: string
  alt: string
  position: number
}
export interface Promotion extends Showing {
  id: string
  name: string
  line: string
  picture: string
  /** The block that tells of it. */
  contentId: string
  needs: GameKind | ''
  starts: Ms | null
  ends: Ms | null
  position: number
}
/** HTML as the sanitiser left it. */
export interface Block {
  id: string
  html: string
  changedAt: Ms | null
}
export interface Kept {
  html: string
  removed: string[]
}
/** What would be kept, in the page that players would see. */
export interface PagePreview extends Kept {
  page: string
}
export interface KeptBlock extends Kept {
  id: string
}
export interface Download {
  name: string
  link: string
}
export interface SiteMaintenance {
  state: 'open' | 'scheduled' | 'closed'
  from: Ms | null
  to: Ms | null
}
export interface House {
  operator: string
  regulator: string
  licence: string
  address: string
  jurisdiction: string
  email: string
  complaintEmail: string
  privacyEmail: string
  agentEmail: string
  arbiter: string
  helpline: string
  licenceText: string
  footerText: string
}
export interface SiteSettings {
  supportLink: string
  downloads: Download[]
  maintenance: SiteMaintenance
  house: House
  frames: string[]
}

export type GameKind = 'sport' | 'live' | 'fish' | 'slot' | 'esport' | 'lottery' | 'board'
export interface Game {
  id: string
  venue: string
  venueName: string
  platformId: number
  code: string
  name: string
  initials: string
  kind: GameKind
  hot: boolean
  recommended: boolean
  hidden: boolean
  position: number
  /** Empty: drawn. */
  picture: string
  drawn: string
  /** The vendor's list does not have it any more: it opens for nobody. */
  gone: boolean
  /** Staff named it: the vendor's list does not change the name. */
  ownName: boolean
  maker: string
  /** In maintenance now. */
  maintained: boolean
  /** Of a maintenance that is not over; `from` null: since it was set. */
  maintenanceFrom: Ms | null
  maintenanceTo: Ms | null
  maintenanceReason: string | null
}
/** How a game of the vendor's list differs from the catalogue. */
export interface GameDifference {
  change: 'new' | 'renamed' | 'gone' | 'back'
  code: string
  name: string
  /** In the catalogue; empty: it is new. */
  was: string
  /** Empty: the venue's. */
  kind: GameKind | ''
  maker: string
  /** Staff named it: our name stays. */
  kept: boolean
}
export interface GameListState {
  supported: boolean
  showNew: boolean
  /** Of the list that was read last; empty: none. */
  digest: string
  games: number
  skipped: number
  readAt: Ms | null
  askedAt: Ms | null
  failure: 'silent' | 'empty' | 'long' | null
  appliedAt: Ms | null
  appliedBy: string | null
  new: number
  renamed: number
  gone: number
  back: number
}
export type GameListPage = SumPage<GameDifference, GameListState>
export type GameListApplied = Record<GameDifference['change'], number>
/** How many games a request changed. The others were so already. */
export interface GamesMarked {
  changed: number
}

export interface CoinRate {
  network: CoinNetwork
  direction: 'deposit' | 'withdrawal'
  /** Yuan for one USDT, at most four places. */
  rate: string
  least: Coins
  most: Coins
  open: boolean
  /** Too old: new orders are refused until there is a new one. */
  stale: boolean
  madeBy: string
  madeAt: Ms
  approvalId: string | null
}
export interface CoinPayee {
  id: string
  network: CoinNetwork
  address: string
  label: string
  enabled: boolean
  /** The row is not what the house wrote; no player is shown the address. */
  altered: boolean
  received: Coins
  transfers: number
  madeBy: string
  madeAt: Ms
  changedBy: string
  changedAt: Ms
  approvalId: string | null
}
/** A wallet of ours from which withdrawals in USDT are paid. */
export interface PayoutWallet {
  id: string
  network: CoinNetwork
  address: string
  label: string
  enabled: boolean
  /** The row is not what the program wrote; a transfer from it proves nothing. */
  altered: boolean
  madeBy: string
  madeAt: Ms
  changedBy: string
  changedAt: Ms
  approvalId: string | null
}
/** The node by which a network is read. */
export interface CoinNode {
  network: CoinNetwork
  /** When it last said which network it serves. */
  checkedAt: Ms | null
  /** Why nothing of it is read. */
  wrong: string | null
  /** When transfers were last read. */
  readAt: Ms | null
}
export type CoinTransferState = 'seen' | 'credited' | 'stray' | 'dust'
export interface CoinTransfer {
  network: CoinNetwork
  tx: string
  index: number
  from: string
  to: string
  coins: Coins
  at: Ms
  block: number
  confirmations: number
  state: CoinTransferState
  /** The deposit it credited, or the money without an order. */
  order: string | null
  seenAt: Ms
  endedAt: Ms | null
  /** Why it could not be settled yet; it is tried again at retryAt. */
  failure: string | null
  retryAt: Ms | null
}
