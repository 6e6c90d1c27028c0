import type { components } from '@shared/api/admin'

/**
 * The back office API as it stands on the wire, generated from the server's own description. Amounts are decimal
 * strings with two places, times are unix milliseconds, ids are strings. The names below are those the pages use.
 */
export type Wire = components['schemas']

export type Yuan = string
export type Ms = number

export interface Page<T> {
  items: T[]
  total: number
  /** How a list that is read by cursor was sorted, and where it goes on; others have none. */
  walk?: Walk | null
}
export type Walk = Wire['Walk']
/** A saved view of a list, and what was chosen in it. */
export type ListView = Wire['ListView']
export type SaveView = Wire['SaveView']
export interface SumPage<T, S> extends Page<T> {
  sum: S
}
export interface Items<T> {
  items: T[]
}

/** Decimal USDT, with two places or as many as it has. */
export type Coins = string
export type CoinNetwork = Wire['CoinRate']['network']

/** Outcome is the answer of an action that may need a second person. */
export type Outcome = Wire['Outcome']

export type Uploaded = Wire['Uploaded']

export type Who = Wire['Who']
export type Note = Wire['Note']
export type CountAmount = Wire['Sum']

export type Permission = Wire['PermissionText']['permission']

export type Me = Wire['Me']
export type Badges = Wire['Badges']
export type DayFigures = Wire['DayFigures']
export type Dashboard = Wire['Dashboard']

export type DepositState = Deposit['state']
export type DepositStyle = Deposit['style']
export type Deposit = Wire['Deposit']
export type Verdict = Callback['verdict']
export type Callback = Wire['Callback']
/** What a deposit in USDT waits for. */
export type CoinOrder = Wire['CoinOrder']
export type DepositDetail = Wire['DepositDetail']

/** What the chain last said of the transaction a withdrawal was paid by; '' is not asked yet. differs: it was another
 * payment. sender, sender_unknown: it paid, from a wallet that is not registered or that the chain does not name. */
export type CoinPayoutSaid = CoinPayout['said']
export type CoinPayout = Wire['CoinPayout']
export type WithdrawalState = Withdrawal['state']
export type Flag = Wire['Flag']
export type Withdrawal = Wire['Withdrawal']
export type Destination = Wire['Destination']
export type WithdrawalDetail = Wire['WithdrawalDetail']
/** An attempt of a company to pay a withdrawal. */
export type PayoutAttempt = Wire['Attempt']
export type PayoutState = PayoutAttempt['state']
/** A company that may be chosen to pay, or why it may not. */
export type PayCompany = Wire['PayCompany']
/** Bonus money of a self-excluded player of which something is still to come back. */
export type Forfeit = Wire['Forfeit']
/** Something about a withdrawal and its player, with the figures behind it and where they are seen. */
export type Risk = Wire['Risk']

export type Freezable = PlayerRow['frozen'][number]
export type PlayerRow = Wire['PlayerRow']
export type Freeze = Wire['Freeze']
export type Player = Wire['Player']
/** A personal field in full, before and after a correction. */
export type Corrected = Wire['Corrected']
/** A code to reset a password, shown once. */
export type ResetCode = Wire['ResetCode']
export type Wallets = Wire['Wallets']
export type Posting = Wire['Posting']
export type BetStatus = Bet['status']
export type Bet = Wire['Bet']
export type HouseBet = Wire['HouseBet']
export type BetVersion = Wire['BetVersion']
export type BetLeg = Wire['BetLeg']
export type BetDetail = Wire['BetDetail']
export type Replay = Wire['Replay']
export type Bucket = Wire['Bucket']
export type Turnover = Wire['Turnover']
export type TurnoverLine = Wire['TurnoverLine']
export type Card = Wire['Card']
export type PlayerSession = Wire['Session']
/** An address a player withdraws USDT to, masked. */
export type CoinAddress = Wire['CoinAddress']
export type RevealField = Wire['Reveal']['field']

/** disputed: settled, and then the venue said the opposite. */
export type TransferState = Transfer['state']
export type Transfer = Wire['Transfer']
export type TransferDetail = Wire['TransferDetail']

export type CaseKind = Case['kind']
/** Something that contradicts itself or belongs to nobody. Its id names what it is about: deposit:D…, money:S…. */
export type Case = Wire['Case']
export type CaseAction = CaseDetail['actions'][number]
export type Said = Wire['Said']
export type CaseDetail = Wire['CaseDetail']
/** An account of ours where money comes in. */
export type Place = Wire['Place']

export type ApprovalKind = Approval['kind']
export type ApprovalState = Approval['state']
export type Approval = Wire['Approval']

export type RunState = Run['state']
export type Check = Wire['Check']
export type Run = Wire['Run']

export type VenueState = Venue['state']
export type Venue = Wire['Venue']
export type BreakerState = NonNullable<Venue['breaker']>
export type CallFailureKind = Wire['CallFailure']['kind']
export type VenueDetail = Wire['VenueDetail']

export type ContractFieldKind = ContractField['kind']
export type ContractField = Wire['ContractField']
export type ContractVersion = Wire['ContractVersion']
export type VenueKeys = Wire['VenueKeys']

export type Staff = Wire['Staff']
export type Role = Wire['Role']
/** What lets the person of an account enrol, or one half of it: the maker gets the code, the one who approves the link. */
export type Invited = Wire['Invited']
export type Enrolment = Wire['Enrolment']
export type NewAuthenticator = Wire['NewAuthenticator']

export type AuditRow = Wire['AuditRow']
export type ChainResult = Wire['AuditVerified']

export type FeedStatus = Wire['Feed']
export type WindowState = FeedWindow['state']
export type FeedWindow = Wire['Window']
/** A file of bets: listed and not read yet, read to its end, or asked for and missing. */
export type FeedFileState = FeedFile['state']
export type FeedFile = Wire['FeedFile']

export type FindingState = ReconFinding['state']
/** A break between us and a company, or within our books. */
export type ReconFinding = Wire['ReconFinding']
/** One comparison with all companies. */
export type ReconRun = Wire['ReconRun']

/** GateClosed is who closed a way of money, and why. */
export type GateClosed = Wire['Closed']
export type GateDoor = Wire['Door']
export type GatePast = Wire['PastClosed']
export type Gate = Wire['Gate']

export type FundTaskKind = FundTask['kind']
/** A task is the same for every player; amount is what it unlocks, in C$. */
export type FundTaskTerms = Omit<Wire['FundNext'], 'from'>
export type FundTask = Wire['FundTask']
export type Fund = Wire['Fund']
export type FundRecordType = FundRecord['type']
export type FundRecord = Wire['FundRecord']
/** status: 0 not met, 1 ready to unlock, 2 unlocked. */
export type PlayerFundTask = Wire['PlayerFundTask']
export type PlayerFund = Wire['PlayerFund']

/** The three tracks of the weekly programme, and the monthly one. */
export type VipTrack = VipTable['track']
export type VipProgrammeName = VipProgramme['programme']
export type VipKind = VipAward['kind']
export type VipState = VipAward['state']
/** What makes two accounts one for VIP income. */
export type Mark = PlayerLink['by'][number]

export type VipProgramme = Wire['VipProgramme']
export type Vip = Wire['Vip']
export type VipRunState = VipRun['state']
export type VipRun = Wire['VipRun']
export type VipSum = Wire['VipSum']
export type VipRunDetail = Wire['VipRunDetail']
export type VipAward = Wire['VipAward']
/** What the next run would bring if it ran now. */
export type VipDry = Wire['VipDry']
export type VipLevel = Wire['VipLevel']
export type VipTable = Wire['VipTable']
export type VipSettings = Wire['VipSettings']
export type PlayerTrack = Wire['PlayerTrack']
export type PlayerVip = Wire['PlayerVip']
export type PlayerLink = Wire['PlayerLink']

export type PromoKind = Promo['kind']
/** Which of them a kind has is in features/promo/terms.ts; the others are left out. */
export type PromoParams = Wire['PromoParams']
export type VenueKindName = Wire['PromoWeight']['kind']
export type PromoRule = Wire['PromoRule']
export type Promo = Wire['Promo']
export type Promos = Wire['Promos']
export type AwardState = PromoAward['state']
export type PromoAward = Wire['PromoAward']
export type PromoFigure = Wire['PromoFigure']
export type PromoRun = Wire['PromoRun']
export type PromoPreview = Wire['PromoPreview']
export type PromoWinner = Wire['PromoWinner']
export type PromoDraw = Wire['PromoDraw']
export type PromoEntrant = Wire['PromoEntrant']
/** state: 0 not met, 1 may be claimed, 2 claimed, 3 comes by itself, 4 not for this player. */
export type PlayerPromo = Wire['PlayerPromo']
export type PlayerPromos = Wire['PlayerPromos']

export type LimitPeriod = LimitChange['period']
/** A decision about a deposit limit; null is no limit. */
export type LimitChange = Wire['LimitChange']
export type PlayerStop = Wire['Stop']
export type VenueRefusal = Wire['VenueRefusal']
export type PlayerLimits = Wire['PlayerLimits']

export type ShowingState = Showing['state']
/** Whether players see something, and from when to when. */
export type Showing = Pick<Banner, 'published' | 'from' | 'to' | 'state'>
/** Which version of a content is shown, and who made it when. Version 0 is the content as it was shipped. */
export type Edition = Pick<Banner, 'version' | 'changedAt' | 'changedBy'>
export type Announcement = Wire['Announcement']
export type { Article, Ticket, TicketDetail, TicketEntry, TicketTemplate } from './wire-ticket'
export type TickerLine = Wire['TickerLine']
export type Device = Banner['device']
export type Banner = Wire['Banner']
export type Promotion = Wire['Promotion']
/** HTML as the sanitiser left it. */
export type Block = Wire['Block']
export type Kept = Omit<PagePreview, 'page'>
/** What would be kept, in the page that players would see. */
export type PagePreview = Wire['PagePreview']
export type KeptBlock = Wire['KeptBlock']
export type Download = Wire['Download']
export type SiteMaintenance = Wire['SiteMaintenance']
export type House = Wire['House']
export type SiteSettings = Wire['SiteSettings']

export type GameKind = Game['kind']
export type Game = Wire['Game']
/** What a game's page tells players; 0 and "" are not known. */
export type GameAbout = Wire['GameAbout']
/** How a game of the vendor's list differs from the catalogue. */
export type GameDifference = Wire['GameDifference']
export type GameListState = Wire['GameListState']
export type GameListPage = Wire['GameListPage']
export type GameListApplied = Wire['GameListApplied']
/** How many games a request changed. The others were so already. */
export type GamesMarked = Wire['GamesMarked']

export type CoinRate = Wire['CoinRate']
export type CoinPayee = Wire['CoinPayee']
/** A wallet of ours from which withdrawals in USDT are paid. */
export type PayoutWallet = Wire['PayoutWallet']
/** The node by which a network is read. */
export type CoinNode = Wire['CoinNode']
export type CoinTransferState = CoinTransfer['state']
export type CoinTransfer = Wire['CoinTransfer']
