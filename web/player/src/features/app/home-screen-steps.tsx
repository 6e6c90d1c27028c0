import { siteForm } from '../../ui/site-form'
import { type Platform, phonePlatform } from './download'
import { useAppText } from './use-app-text'

/** How to put the site on the phone's home screen. A phone shows its own way first. */
export function HomeScreenSteps() {
  const text = useAppText()
  const ways: { platform: Platform; name: string; steps: string[] }[] = [
    { platform: 'ios', name: text.iphone, steps: text.toHomeIos },
    { platform: 'android', name: text.androidPhone, steps: text.toHomeAndroid },
  ]
  const here = siteForm() === 'h5' ? phonePlatform() : ''
  return (
    <section>
      <h2 className="text-xl font-semibold h5:text-lg">{text.toHome}</h2>
      <p className="pt-0.5 text-soft">{text.toHomeLine}</p>
      <div className="grid grid-cols-2 gap-5 pt-4 h5:grid-cols-1 h5:gap-3">
        {ways
          .toSorted((a, b) => +(b.platform === here) - +(a.platform === here))
          .map((way) => (
            <div key={way.platform} className="panel px-6 py-5 h5:px-4 h5:py-4">
              <h3 className="font-semibold text-gold-soft">{way.name}</h3>
              <ol className="space-y-2.5 pt-3">
                {way.steps.map((step, at) => (
                  <li key={step} className="flex gap-3 text-soft">
                    <span
                      aria-hidden="true"
                      className="tabular grid size-6 shrink-0 place-items-center rounded-full bg-raised text-xs font-semibold text-gold"
                    >
                      {at + 1}
                    </span>
                    {step}
                  </li>
                ))}
              </ol>
            </div>
          ))}
      </div>
    </section>
  )
}
