import { CopyButton } from '../../ui/copy-button'
import { siteForm } from '../../ui/site-form'
import { mobileAddress } from './download'
import { DownloadLinks } from './download-links'
import { HomeScreenSteps } from './home-screen-steps'
import { QrPanel } from './qr-panel'
import { useAppText } from './use-app-text'

/** /AppDownload (APP-01): the code to scan, the site for phones with its link to copy, and the packages there are. */
export default function AppDownloadPage() {
  const text = useAppText()
  return (
    <div className="container-page pt-8 h5:px-4 h5:pt-4">
      <div className="grid grid-cols-[minmax(0,1fr)_26rem] items-center gap-12 h5:grid-cols-1 h5:gap-4">
        <div className="h5:order-2">
          <h1 className="text-4xl leading-13 font-semibold text-gold-soft h5:text-2xl h5:leading-9">{text.heading}</h1>
          <p className="max-w-xl pt-2 text-lg leading-8 text-balance text-soft h5:text-wrap h5:text-base h5:leading-7">
            {text.line}
          </p>
          <ul className="grid max-w-xl grid-cols-2 gap-x-8 gap-y-4 pt-6 h5:gap-x-4 h5:pt-4">
            {text.points.map((point) => (
              <li key={point.title} className="border-l-2 border-gold/60 pl-3">
                <p className="font-semibold">{point.title}</p>
                <p className="text-sm leading-6 text-soft">{point.line}</p>
              </li>
            ))}
          </ul>
          {/* As high as the buttons and their words, whatever turns out to be there. */}
          <div className="mt-7 min-h-21 h5:mt-5 h5:min-h-28">
            <DownloadLinks />
          </div>
        </div>
        <img src="/art/app-phone.svg" alt="" width={416} height={416} className="h5:order-1 h5:mx-auto h5:size-52" />
      </div>
      <Ways />
      <div className="pt-10 h5:pt-6">
        <HomeScreenSteps />
      </div>
    </div>
  )
}

function Ways() {
  const text = useAppText()
  const address = mobileAddress()
  return (
    <section className="panel mt-8 grid grid-cols-2 divide-x divide-line h5:mt-6 h5:grid-cols-1 h5:divide-x-0 h5:divide-y">
      {/* A phone cannot scan its own screen. */}
      {siteForm() === 'desktop' && (
        <div className="p-6 h5:p-4">
          <QrPanel address={address} title={text.qrTitle} />
        </div>
      )}
      <div className="flex flex-col justify-center p-6 h5:p-4">
        <h2 className="font-semibold">{text.webTitle}</h2>
        <p className="pt-1 text-sm text-soft">{text.webLine}</p>
        <div className="mt-4 flex items-center gap-3 rounded-lg border border-line bg-deep py-1.5 pr-2 pl-4">
          <span className="tabular min-w-0 flex-1 truncate text-gold-soft">{address}</span>
          <CopyButton value={address} label={text.webLink} />
        </div>
      </div>
    </section>
  )
}
