import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { get } from '../../api/client'
import type { TicketDetail, TicketEntry } from '../../api/wire'
import { Button, Flex, Modal, Tag } from '../../kit'
import { paths } from '../../paths'
import { text } from '../../text/zh-cn'
import { DetailDrawer } from '../../ui/detail-drawer'
import { Facts, Section, StateTag } from '../../ui/facts'
import { Time } from '../../ui/time'
import { useAction } from '../../ui/use-action'
import { useSession } from '../session/session'
import { type TicketAction, ticketActions, ticketTone } from './rules'
import { TicketDialog } from './ticket-dialogs'

const words = text.ticket

/** TicketDrawer shows one ticket with its thread, and what may be done to it. */
export function TicketDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { may } = useSession()
  const take = useAction(words.taken_)
  const release = useAction(words.released)
  const [asked, setAsked] = useState<{ action: TicketAction; ticket: TicketDetail }>()
  const labels: Record<TicketAction, string> = {
    take: words.take,
    over: words.takeOver,
    release: words.release,
    answer: words.answer,
    note: words.note,
    solve: words.solve,
  }
  const begin = (action: TicketAction, ticket: TicketDetail) => {
    if (action === 'take') void take.run(`/tickets/${ticket.id}/take`, { over: false })
    else if (action === 'release') void release.run(`/tickets/${ticket.id}/release`)
    else setAsked({ action, ticket })
  }
  return (
    <>
      <DetailDrawer<TicketDetail>
        title={words.title}
        path={id && `/tickets/${id}`}
        onClose={onClose}
        actions={(ticket) =>
          ticketActions(ticket, may('ticket.answer')).map((action) => (
            <Button
              key={action}
              type={action === 'take' || action === 'answer' ? 'primary' : 'default'}
              danger={action === 'solve'}
              loading={take.running || release.running}
              onClick={() => begin(action, ticket)}
            >
              {labels[action]}
            </Button>
          ))
        }
      >
        {(ticket) => <TicketFacts ticket={ticket} />}
      </DetailDrawer>
      {asked && <TicketDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

/** Where the order or bet of a ticket is shown; a bet is found by its list, and another record by its number alone. */
function aboutPath({ about, ref }: TicketDetail): string | undefined {
  if (about === 'deposit') return paths.deposit(ref)
  if (about === 'withdrawal') return paths.withdrawal(ref)
  return about === 'bet' ? paths.bet(ref) : undefined
}

function TicketFacts({ ticket }: { ticket: TicketDetail }) {
  const about = aboutPath(ticket)
  return (
    <>
      <Facts
        facts={[
          [words.state, <StateTag key="state" label={words.states[ticket.state]} tone={ticketTone[ticket.state]} />],
          [words.number, ticket.number],
          [words.kind, words.kinds[ticket.kind]],
          [
            words.player,
            <Link key="player" to={paths.player(ticket.playerId)}>
              {ticket.playerId}
            </Link>,
          ],
          [words.taken, ticket.takenBy?.name ?? words.nobody],
          ticket.about !== '' && [
            words.about,
            about === undefined ? (
              `${words.abouts[ticket.about]} ${ticket.ref}`
            ) : (
              <Link key="about" to={about}>
                {words.abouts[ticket.about]} {ticket.ref}
              </Link>
            ),
          ],
          [words.opened, <Time key="opened" ms={ticket.openedAt} />],
          ticket.solvedAt !== null && [words.solved, <Time key="solved" ms={ticket.solvedAt} />],
          ticket.score > 0 && [words.score, `${words.scoreOf(ticket.score)} ${ticket.comment ?? ''}`],
        ]}
      />
      <Section title={words.thread}>
        <Flex vertical gap={12}>
          {ticket.entries.map((entry) => (
            <Entry key={entry.id} ticket={ticket.id} entry={entry} />
          ))}
        </Flex>
      </Section>
    </>
  )
}

const tones = { player: 'blue', staff: 'green', note: 'gold' }

function Entry({ ticket, entry }: { ticket: string; entry: TicketEntry }) {
  return (
    <article className={`ticket-entry ticket-${entry.side}`}>
      <Flex gap={8} align="center" wrap>
        <Tag color={tones[entry.side]}>{words.sides[entry.side]}</Tag>
        <span>{entry.by}</span>
        <span className="muted small">
          <Time ms={entry.at} />
        </span>
        {entry.side === 'note' && <span className="muted small">{words.noteHint}</span>}
      </Flex>
      <p className="ticket-text">{entry.text}</p>
      {entry.pictures.length > 0 && (
        <Flex gap={8} wrap>
          {entry.pictures.map((id, index) => (
            <EntryPicture key={id} path={`/tickets/${ticket}/pictures/${id}`} name={words.picture(index + 1)} />
          ))}
        </Flex>
      )}
    </article>
  )
}

function EntryPicture({ path, name }: { path: string; name: string }) {
  const [open, setOpen] = useState(false)
  const picture = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => get<{ picture: string }>(path, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (picture.error) return <span className="muted small">{words.pictureLost}</span>
  if (!picture.data) return null
  return (
    <>
      <button
        type="button"
        className="ticket-picture"
        aria-label={`${words.pictureTitle} ${name}`}
        onClick={() => setOpen(true)}
      >
        <img src={picture.data.picture} alt={name} />
      </button>
      <Modal open={open} footer={null} title={name} width={900} onCancel={() => setOpen(false)}>
        <img src={picture.data.picture} alt={name} className="ticket-whole" />
      </Modal>
    </>
  )
}
