import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { paths } from '../../paths'
import { Link } from '../../ui/link'
import { Spinner } from '../../ui/spinner'
import { Failed } from '../../ui/states'
import AppDownloadPage from './app-download-page'
import { downloadsQuery, isInsideApp, type Platform, phonePlatform } from './download'
import { useAppText } from './use-app-text'

/** The documented delay before the package's page opens (APP-02). */
export const openAfterMs = 1000

/** /Downapp (APP-02): leads a phone to the package of its system; a computer sees the download page. */
export default function DownAppPage() {
  const platform = phonePlatform()
  return platform ? <Opening platform={platform} /> : <AppDownloadPage />
}

function Opening({ platform }: { platform: Platform }) {
  const text = useAppText()
  const query = useQuery(downloadsQuery)
  const link = query.data?.[platform] ?? ''
  useEffect(() => {
    if (!link) return
    const timer = setTimeout(() => window.location.assign(link), openAfterMs)
    return () => clearTimeout(timer)
  }, [link])
  if (query.error && !query.data) return <Failed message={query.error.message} onRetry={() => void query.refetch()} />
  return (
    <div className="grid min-h-[70dvh] place-content-center justify-items-center gap-3 px-6 py-8 text-center">
      <img src="/art/app-phone.svg" alt="" width={224} height={224} className="size-56" />
      <div className="grid min-h-52 content-start justify-items-center gap-3">
        {query.data ? (
          link ? (
            <Found link={link} name={text[platform]} />
          ) : (
            <NoLink name={text[platform]} />
          )
        ) : (
          <Detecting />
        )}
        {isInsideApp() && <p className="max-w-xs text-sm text-gold-soft">{text.inApp}</p>}
      </div>
    </div>
  )
}

function Detecting() {
  const text = useAppText()
  return (
    <p role="status" className="flex items-center gap-2 text-lg">
      <Spinner />
      {text.detecting}
    </p>
  )
}

function Found({ link, name }: { link: string; name: string }) {
  const text = useAppText()
  return (
    <>
      <p role="status" className="flex items-center gap-2 text-lg font-semibold">
        <Spinner />
        {text.opening(name)}
      </p>
      <p className="text-sm text-soft">{text.notOpened}</p>
      <a href={link} rel="noopener noreferrer" className="btn btn-gold mt-2 min-h-12 min-w-52">
        {text.download(name)}
      </a>
      <p className="max-w-xs pt-2 text-sm leading-6 text-mute">{text.safety}</p>
    </>
  )
}

function NoLink({ name }: { name: string }) {
  const text = useAppText()
  return (
    <>
      <p role="status" className="text-lg font-semibold">
        {text.noLink(name)}
      </p>
      <p className="text-soft">{text.noLinkLine}</p>
      <div className="flex flex-wrap justify-center gap-3 pt-2">
        <Link to={paths.home} className="btn btn-gold min-h-12">
          {text.toWeb}
        </Link>
        <Link to={paths.appDownload} className="btn btn-line min-h-12">
          {text.toPage}
        </Link>
      </div>
    </>
  )
}
