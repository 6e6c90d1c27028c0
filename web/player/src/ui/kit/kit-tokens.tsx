import { Row, Section } from './section'
import { useKitText } from './use-kit-text'

const grounds = [
  'bg-deep',
  'bg-ink',
  'bg-panel',
  'bg-raised',
  'bg-warm',
  'bg-line',
  'bg-edge',
  'bg-gold',
  'bg-hot',
  'bg-new',
]
const words = [
  'text-text',
  'text-soft',
  'text-mute',
  'text-gold',
  'text-gold-soft',
  'text-win',
  'text-loss',
  'text-info',
]
const sizes = ['text-xs', 'text-sm', 'text-body', 'text-base', 'text-lg', 'text-xl', 'text-2xl', 'text-3xl', 'text-4xl']
const radii = ['rounded-md', 'rounded-lg', 'rounded-xl', 'rounded-2xl', 'rounded-full']
const spaces = ['w-1', 'w-2', 'w-3', 'w-4', 'w-5', 'w-6', 'w-8', 'w-12', 'w-16']

/** Colours, words, sizes and what lies over what: the tables of styles.css. */
export function KitTokens() {
  const text = useKitText()
  return (
    <>
      <Section title={text.tokens}>
        <div className="grid grid-cols-10 gap-3 h5:grid-cols-4">
          {grounds.map((ground) => (
            <div key={ground} className="space-y-1">
              <div className={`h-14 rounded-lg border border-line ${ground}`} />
              <p className="text-xs text-mute">{ground.slice(3)}</p>
            </div>
          ))}
        </div>
        {grounds.slice(0, 5).map((ground) => (
          <div key={ground} className={`flex flex-wrap gap-x-5 gap-y-1 rounded-lg border border-line p-3 ${ground}`}>
            {words.map((word) => (
              <span key={word} className={word}>
                {text.words} {word.slice(5)}
              </span>
            ))}
          </div>
        ))}
      </Section>
      <Section title={text.type}>
        {sizes.map((size) => (
          <div key={size} className="flex items-baseline gap-6">
            <span className="w-20 shrink-0 text-xs text-mute">{size}</span>
            <span className={size}>{text.sample}</span>
          </div>
        ))}
      </Section>
      <Section title={text.space}>
        <Row>
          {spaces.map((space) => (
            <div key={space} className="space-y-1">
              <div className={`h-6 bg-gold ${space}`} />
              <p className="text-xs text-mute">{Number(space.slice(2)) * 4}</p>
            </div>
          ))}
        </Row>
        <Row>
          {radii.map((radius) => (
            <div key={radius} className={`grid size-20 place-items-center border border-edge bg-panel ${radius}`}>
              <span className="text-xs text-mute">{radius.slice(8)}</span>
            </div>
          ))}
          <div className="grid size-20 place-items-center rounded-xl bg-panel text-xs text-mute shadow-low">low</div>
          <div className="grid size-20 place-items-center rounded-xl bg-panel text-xs text-mute shadow-high">high</div>
        </Row>
      </Section>
    </>
  )
}
