import articles from './book/articles.json'
import content from './book/content.json'
import demo from './book/demo.json'
import games from './book/games.json'
import promotions from './book/promotions.json'
import regions from './book/regions.json'
import server from './book/server.json'
import site from './book/site.json'
import type { Book } from './translate'

/**
 * Every phrase that a player may read. Names and texts that a new installation or the demo begins with are among them.
 * `npm run english -- --check` says what is missing.
 */
export const book: Book = { ...site, ...articles, ...server, ...content, ...games, ...promotions, ...regions, ...demo }

/** Phrases that a search may find something by: pages, kinds, and what help speaks of. Cities are not among them. */
export const words: Book = { ...site, ...content, ...server }
