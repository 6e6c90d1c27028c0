import { paths } from '../../paths'
import { Link } from '../../ui/link'
import type { ProgrammeText } from '../text/programme.zh-cn'
import { useProgrammeText } from '../use-programme-text'

type Way = 'board' | 'profile'

const ways: Record<Way, string> = { board: paths.board01, profile: paths.profile }

/** /Vip until it opens: the idea in true sentences, no figure made up, and what can be done now. */
export default function ProgrammePage() {
  const text = useProgrammeText()
  const said = text.vip
  return (
    <div className="container-page pt-8 h5:px-4 h5:pt-4">
      <Hero title={said.title} lead={said.lead} />
      <h2 className="pt-10 text-xl font-semibold h5:pt-7 h5:text-lg">{text.ideas}</h2>
      <ol className="grid grid-cols-3 gap-x-10 gap-y-6 pt-4 h5:grid-cols-1 h5:gap-y-4">
        {said.points.map((point, at) => (
          <li key={point.title} className="border-t-2 border-gold/50 pt-3.5 h5:flex h5:gap-3.5 h5:border-0 h5:pt-0">
            <span
              aria-hidden="true"
              className="tabular text-sm font-semibold text-gold h5:grid h5:size-8 h5:shrink-0 h5:place-items-center h5:rounded-full h5:border h5:border-gold/50"
            >
              {at + 1}
            </span>
            <div>
              <h3 className="pt-1 text-lg font-semibold h5:pt-0 h5:text-base">{point.title}</h3>
              <p className="pt-1 leading-7 text-pretty text-soft">{point.line}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-7 rounded-xl border border-info/30 bg-info/8 px-5 py-3 leading-7 h5:px-4">{said.note}</p>
      <Meanwhile steps={said.steps} />
    </div>
  )
}

function Hero({ title, lead }: { title: string; lead: string }) {
  const text = useProgrammeText()
  return (
    <header className="relative flex min-h-72 items-center overflow-hidden rounded-2xl border border-line bg-panel h5:min-h-0 h5:flex-col-reverse h5:items-stretch">
      <div className="relative z-10 w-1/2 py-8 pl-12 h5:w-full h5:px-4 h5:pt-1 h5:pb-5">
        <p className="w-fit rounded-full border border-gold/60 bg-ink/60 px-3.5 text-sm leading-7 text-gold">
          {text.soon}
        </p>
        <h1 className="pt-3 text-4xl font-semibold text-gold-soft h5:hidden">{title}</h1>
        <p className="pt-3 text-lg leading-8 text-balance h5:text-wrap h5:text-base h5:leading-7">{lead}</p>
      </div>
      <img
        src="/art/vip.svg"
        alt=""
        width={720}
        height={320}
        className="absolute inset-y-0 right-0 h-full w-auto max-w-none object-cover object-right h5:static h5:h-44 h5:w-full h5:object-[80%_50%]"
      />
    </header>
  )
}

function Meanwhile({ steps }: { steps: ProgrammeText['vip']['steps'] }) {
  const text = useProgrammeText()
  return (
    <section className="pt-10 h5:pt-7">
      <h2 className="text-xl font-semibold h5:text-lg">{text.meanwhile}</h2>
      <ul className="panel mt-4 divide-y divide-line">
        {steps.map((step) => (
          <li key={step.to} className="flex items-center justify-between gap-6 px-6 py-4.5 h5:gap-3 h5:px-4">
            <div>
              <p className="font-semibold">{step.title}</p>
              <p className="pt-0.5 text-sm leading-6 text-soft">{step.line}</p>
            </div>
            <Link to={ways[step.to as Way]} className="btn btn-line shrink-0 h5:min-h-11 h5:px-3.5">
              {step.link}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
