import { boot } from '@shared/boot'
import type { ReactNode } from 'react'
import { LogoMark } from '../../ui/art/logo'
import { siteForm } from '../../ui/site-form'

/** The frame of login, registration and forgotten password: the form beside the site's own picture. */
export function AuthFrame({ title, line, children }: { title: string; line?: string; children: ReactNode }) {
  return (
    <div className="container-page flex justify-center pt-14 h5:block h5:px-4 h5:pt-6">
      <div
        // clip and not hidden: the picture is sticky to the window.
        style={siteForm() === 'desktop' ? { overflow: 'clip' } : undefined}
        className="grid w-[58rem] max-w-full min-w-0 grid-cols-[1fr_25rem] rounded-2xl border border-line bg-panel h5:w-full h5:grid-cols-1 h5:overflow-visible h5:border-0 h5:bg-transparent"
      >
        {siteForm() === 'desktop' && <HousePicture />}
        <div className="p-8 h5:p-0">
          <div className="h5:flex h5:items-center h5:gap-3.5">
            {siteForm() === 'h5' && <LogoMark size={46} />}
            <div>
              <h1 className="text-2xl font-semibold h5:text-xl">{title}</h1>
              {line && <p className="pt-1 text-sm text-mute h5:pt-0.5">{line}</p>}
            </div>
          </div>
          <div className="pt-5">{children}</div>
        </div>
      </div>
    </div>
  )
}

function HousePicture() {
  return (
    <div aria-hidden="true" className="bg-deep">
      {/* A long form scrolls past it: the picture keeps the size of one window. */}
      <div
        // The header is 68 px high once the page has scrolled.
        style={{ top: 68, maxHeight: 'min(40rem, calc(100dvh - 68px))' }}
        className="sticky flex h-full flex-col justify-end bg-[url(/art/banner-1.svg)] bg-size-[auto_132%] bg-position-[84%_0%] p-8"
      >
        <div className="absolute inset-0 bg-linear-to-t from-deep/90 to-transparent" />
        <div className="relative flex items-center gap-3">
          <LogoMark size={44} />
          <span className="text-3xl font-bold tracking-widest text-gold">{boot.siteName}</span>
        </div>
      </div>
    </div>
  )
}
