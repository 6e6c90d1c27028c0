import { memo } from 'react'
import type { Model } from '../wire'
import type { Face } from './symbols'
import type { Window } from './use-slot'

const Cell = memo(function Cell({ face, lit, dim, fresh }: { face: Face; lit: boolean; dim: boolean; fresh: boolean }) {
  const state = `${lit ? ' lit' : ''}${dim ? ' dim' : ''}${fresh ? ' fresh' : ''}`
  return (
    <div className={`cell ${face.kind}${state}`}>
      <img src={face.image} alt="" draggable={false} />
      {face.label && <b>{face.label}</b>}
    </div>
  )
})

/** A blurred strip of symbols that runs while a reel turns. */
const Strip = memo(function Strip({ faces, reel }: { faces: Face[]; reel: number }) {
  const order = Array.from({ length: 8 }, (_, i) => faces[2 + ((i * 3 + reel * 2) % (faces.length - 2))])
  return (
    <div className="strip" style={{ animationDelay: `${-reel * 70}ms` }}>
      {[...order, ...order].map((face, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the strip never changes its order
        <div className="cell" key={i}>
          {face && <img src={face.image} alt="" draggable={false} />}
        </div>
      ))}
    </div>
  )
})

/** The window of the machine. */
export function Reels({ model, faces, window }: { model: Model; faces: Face[]; window: Window }) {
  const showing = window.cells.size > 0
  return (
    <div
      className="reels"
      style={{ '--reels': model.Reels, '--rows': model.Rows } as React.CSSProperties}
      aria-hidden="true"
    >
      {window.grid.map((column, reel) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a reel is its place
        <div className={`reel${window.turning[reel] ? ' turning' : ''}`} key={reel}>
          {window.turning[reel] ? (
            <Strip faces={faces} reel={reel} />
          ) : (
            column.map((symbol, row) => {
              const cell = reel * model.Rows + row
              const face = faces[symbol] ?? faces[2]
              return (
                face && (
                  <Cell
                    // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
                    key={row}
                    face={face}
                    lit={window.cells.has(cell)}
                    dim={showing && !window.cells.has(cell)}
                    fresh={window.fresh.has(cell)}
                  />
                )
              )
            })
          )}
        </div>
      ))}
    </div>
  )
}
