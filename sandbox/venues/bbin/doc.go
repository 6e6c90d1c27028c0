// Package bbin is the company's side of BBIN's protocol: live tables, a
// sportsbook and lotteries over one wallet. It is written from the fact sheet
// and shares no code with our adapter.
//
//	{prefix}/app/WebService/JSON/display.php/{Method}, GET or POST
//
//	CreateMember     website, username, uppername, key
//	Login            website, username, uppername, page_site, key: leads a browser to a lobby
//	PlayGame         website, username, uppername, gametype, key: leads a browser to a table
//	Logout           website, username, key
//	CheckUsrBalance  website, username, uppername, key
//	Transfer         website, username, uppername, remitno, action, remit, key
//	CheckTransfer    website, transid, key
//	BetRecord        website, uppername, rounddate, starttime, endtime, gamekind, page, pagelimit, key
//
// A key is A characters, the MD5 of website, user, order number, the method's
// secret and the date at UTC-4, and C characters. A and C differ by method.
//
// The sheet leaves these open, and the choice is ours. An unknown order has
// Status -1, like a failed one; one under way has Status 0. A missing member is
// answered 47005. BetRecord filters by the last change and includes both ends;
// its pagination gives the number of all rows. SerialID numbers a hand among
// all of the company and RoundNo among those of its table, as 7-12: the shoe
// and the hand. Card has the cards of the banker, a star, and those of the
// player; Result the points of both, or the number of a wheel.
package bbin
