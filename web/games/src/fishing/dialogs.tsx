import { type ReactNode, useEffect, useRef, useState } from 'react'
import { PlayError, play } from '../api'
import { commitmentBefore, hashed } from '../fair'
import { fairText } from '../fair-text'
import { Copied, SeedCheck } from '../seed-check'
import { fishing } from './api'
import { portrait } from './creatures'
import { text } from './text'
import type { Hall, Kind, Records } from './wire'

export function Sheet({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (dialog.current && !dialog.current.open) dialog.current.showModal()
  }, [])
  return (
    <dialog ref={dialog} className="sheet fish-sheet" aria-label={title} onClose={onClose}>
      <header>
        <h2>{title}</h2>
        <button type="button" className="quiet" onClick={() => dialog.current?.close()}>
          {text.close}
        </button>
      </header>
      <div className="body">{children}</div>
    </dialog>
  )
}

/** A still picture of a kind. */
export function Picture({ kind, width, height }: { kind: string; width: number; height: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) portrait(canvas.current, kind)
  }, [kind])
  return (
    <span aria-hidden="true">
      <canvas ref={canvas} width={width * 2} height={height * 2} style={{ width, height }} />
    </span>
  )
}

export const showsOf = (kind: Kind) => (kind.most > kind.least ? `${kind.least} – ${kind.most}` : `${kind.least}`)

/** The chance that a hit catches, in per cent; of a boss, from the highest multiple to the lowest. */
export function chanceOf(kind: Kind, share: number): string {
  const at = (multiple: number) => {
    const percent = share / 10 / multiple
    return percent >= 10 ? percent.toFixed(1) : percent.toFixed(2)
  }
  return kind.most > kind.least ? `${at(kind.most)} – ${at(kind.least)}` : at(kind.least)
}

export function RulesDialog({ hall, share, onClose }: { hall: Hall; share: number; onClose: () => void }) {
  return (
    <Sheet title={text.rules} onClose={onClose}>
      <p className="return">{text.returnIs(share)}</p>
      <table className="kinds">
        <thead>
          <tr>
            {text.kindColumns.map((column) => (
              <th key={column}>{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...hall.kinds].reverse().map((kind) => (
            <tr key={kind.code} className={kind.boss ? 'boss' : ''}>
              <th scope="row">
                <Picture kind={kind.code} width={68} height={48} />
                {kind.name}
              </th>
              <td>{showsOf(kind)}</td>
              <td>{text.oddsAre(chanceOf(kind, share))}</td>
              <td>{text.oddsAre((share / 10).toFixed(1))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul>
        {text.rulesLines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="soft">{text.keys}</p>
    </Sheet>
  )
}

/** Asks for the records when it opens. */
function useRecords(): { found: Records | null; fault: string; load: () => void } {
  const [found, setFound] = useState<Records | null>(null)
  const [fault, setFault] = useState('')
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: turn asks once more
  useEffect(() => {
    setFault('')
    fishing.records().then(setFound, (error) => setFault(error instanceof PlayError ? error.message : String(error)))
  }, [turn])
  return { found, fault, load: () => setTurn((n) => n + 1) }
}

function Waiting({ fault, load }: { fault: string; load: () => void }) {
  if (!fault) return <p role="status">{text.loading}</p>
  return (
    <>
      <p role="alert">{fault}</p>
      <button type="button" className="gold" onClick={load}>
        {text.retry}
      </button>
    </>
  )
}

export function RecordsDialog({ halls, onClose }: { halls: Hall[]; onClose: () => void }) {
  const { found, fault, load } = useRecords()
  const names = new Map(halls.flatMap((hall) => hall.kinds.map((kind) => [kind.code, kind.name])))
  const placeOf = (hall: string, room: string) => {
    const at = halls.find((one) => one.game.code === hall)
    return `${at?.game.name ?? hall} · ${at?.rooms.find((one) => one.code === room)?.name ?? room}`
  }
  return (
    <Sheet title={text.records} onClose={onClose}>
      {!found && <Waiting fault={fault} load={load} />}
      {found?.records.length === 0 && <p className="soft">{text.noRecords}</p>}
      {found && found.records.length > 0 && (
        <table>
          <thead>
            <tr>
              {text.recordColumns.map((column) => (
                <th key={column}>{column}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.records.map((one) => (
              <tr key={one.id}>
                <td>{one.at.slice(5, 19)}</td>
                <td>{placeOf(one.hall, one.room)}</td>
                <td>{one.shots.filter((shot) => !shot.gone).length}</td>
                <td>{one.stake}</td>
                <td className={Number(one.payout) > 0 ? 'won' : ''}>{one.payout}</td>
                <td>
                  {one.shots
                    .filter((shot) => shot.multiple)
                    .map((shot) => `${names.get(shot.kind ?? '') ?? ''} ×${shot.multiple}`)
                    .join('，') || text.none}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Sheet>
  )
}

export function FairDialog({ onClose }: { onClose: () => void }) {
  const { found, fault, load } = useRecords()
  const before = commitmentBefore(found?.fair.commitment ?? '')
  const rows: [string, string][] = found
    ? [
        [text.commitment, found.fair.commitment],
        [text.clientSeed, found.fair.client],
        [text.nextRound, String(found.fair.round)],
        ...(found.fair.revealed ? ([[text.revealed, found.fair.revealed]] as [string, string][]) : []),
        ...(found.fair.revealed && before ? ([[fairText.committed, before]] as [string, string][]) : []),
      ]
    : []
  return (
    <Sheet title={text.fair} onClose={onClose}>
      <p>{text.fairSentence}</p>
      {!found && <Waiting fault={fault} load={load} />}
      {found && (
        <>
          <dl className="fair">
            {rows.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{hashed(value) ? <Copied name={name} value={value} /> : <code>{value}</code>}</dd>
              </div>
            ))}
          </dl>
          <SeedCheck seed={found.fair.revealed ?? ''} commitment={before} />
          <button type="button" className="gold" onClick={() => void play.reseed(crypto.randomUUID()).then(load, load)}>
            {text.reseed}
          </button>
        </>
      )}
    </Sheet>
  )
}
