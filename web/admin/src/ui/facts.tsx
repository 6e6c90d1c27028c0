import { gmtTime } from '@shared/clock'
import type { ReactNode } from 'react'
import type { Note } from '../api/wire'
import { Descriptions, Tag, Timeline } from '../kit'
import { text } from '../text/zh-cn'

type Fact = [label: string, value: ReactNode]

interface FactsProps {
  title?: string
  facts: (Fact | false)[]
  columns?: number
}

/** Facts lists labelled values side by side. A fact that is null, undefined or empty shows a dash. */
export function Facts({ title, facts, columns = 2 }: FactsProps) {
  return (
    <Descriptions
      title={title && <h3 className="section-title">{title}</h3>}
      size="small"
      bordered
      column={columns}
      items={facts
        .filter((fact) => fact !== false)
        .map(([label, value]) => ({
          key: label,
          label,
          children: value === null || value === undefined || value === '' ? <span className="muted">—</span> : value,
        }))}
    />
  )
}

export function Section({ title, children, extra }: { title: string; children: ReactNode; extra?: ReactNode }) {
  return (
    <section>
      <div className="section-head">
        <h3 className="section-title">{title}</h3>
        {extra}
      </div>
      {children}
    </section>
  )
}

/** History tells who did what to a row, newest first. */
export function History({ notes }: { notes: Note[] }) {
  if (notes.length === 0) return null
  return (
    <Section title={text.detail.history}>
      <Timeline
        items={[...notes]
          .sort((a, b) => b.at - a.at)
          .map((note) => ({
            key: `${note.at} ${note.what}`,
            content: (
              <div>
                <span>{note.what}</span>
                <div className="muted small">
                  {gmtTime(note.at)} · {note.by}
                  {note.reason && ` · ${text.action.reason}：${note.reason}`}
                </div>
              </div>
            ),
          }))}
      />
    </Section>
  )
}

export type Tone = 'default' | 'processing' | 'success' | 'warning' | 'error'

/** StateTag names a state. Its meaning is in the word; the colour only helps the eye. */
export function StateTag({ label, tone }: { label: string; tone: Tone }) {
  return <Tag color={tone}>{label}</Tag>
}
