import { QRCodeSVG } from 'qrcode.react'
import { Flex, Typography } from '../../kit'
import { text } from '../../text/zh-cn'

const words = text.account

/** The code that an authenticator app scans, drawn here from the address so that it leaves the page for nobody. */
export default function Authenticator({ uri, secret }: { uri: string; secret: string }) {
  return (
    <Flex vertical gap={8} align="center" className="spaced">
      <div>{words.scan}</div>
      <div className="authenticator">
        <QRCodeSVG value={uri} size={184} level="M" title={words.scanAlt} role="img" aria-label={words.scanAlt} />
      </div>
      <div className="muted small">{words.manual}</div>
      <Typography.Text copyable className="mono authenticator-secret">
        {secret}
      </Typography.Text>
    </Flex>
  )
}
