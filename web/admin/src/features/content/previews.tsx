import { useState } from 'react'
import type { Device } from '../../api/wire'
import { text } from '../../text/zh-cn'

const words = text.content

/** NoticePreview is an announcement as it pops up on the site. */
export function NoticePreview({ title, text: body }: { title?: string; text?: string }) {
  const own = text.announcement
  return (
    <figure className="preview">
      <figcaption className="muted small">{words.previewSite}</figcaption>
      <div className="site-look site-backdrop">
        <div className="site-dialog">
          <p className="site-heading">{own.popup}</p>
          <p className="site-name">{title?.trim() || own.untitled}</p>
          <p className="site-text">{body?.trim() || own.unwritten}</p>
          <span className="site-button">{own.popupClose}</span>
        </div>
      </div>
    </figure>
  )
}

interface BannerPreviewProps {
  device: Device
  picture?: string
  title?: string
  line?: string
  button?: string
}

/** BannerPreview is a slide of the carousel in the proportions of one form of the site. */
export function BannerPreview({ device, picture, title, line, button }: BannerPreviewProps) {
  return (
    <figure className="preview">
      <figcaption className="muted small">{text.banner.previews[device]}</figcaption>
      <div className={`site-look site-banner site-banner-${device}`}>
        <SitePicture address={picture} />
        {title?.trim() && <div className="site-shade" />}
        <div className="site-banner-words">
          {title?.trim() && <p className="site-banner-title">{title}</p>}
          {title?.trim() && line?.trim() && <p className="site-banner-line">{line}</p>}
          {button?.trim() && <span className="site-button">{button}</span>}
        </div>
      </div>
    </figure>
  )
}

/** SitePicture shows a picture of the site, or says that there is none or that it does not show. */
export function SitePicture({ address, className }: { address?: string; className?: string }) {
  const [broken, setBroken] = useState<string>()
  if (!address || !isOwnPicture(address)) return <span className="picture-gap">{words.noPicture}</span>
  if (broken === address) return <span className="picture-gap">{words.pictureBroken}</span>
  return <img src={address} alt="" className={className} onError={() => setBroken(address)} />
}

const ownPicture = /^\/([A-Za-z0-9_-]+\/)*[A-Za-z0-9_-]+\.(svg|png|jpe?g|webp|avif|gif)$/

/** isOwnPicture reports whether an address is a picture of this site, as the server checks it. */
export const isOwnPicture = (address: string) => address.length <= 200 && ownPicture.test(address)
