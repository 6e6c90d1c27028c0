import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/client'
import type { Items } from '../../api/wire'
import { AutoComplete, Flex, Form } from '../../kit'
import { text } from '../../text/zh-cn'
import { FileUpload } from '../../ui/file-upload'
import { isOwnPicture, SitePicture } from './previews'

const words = text.content

interface PictureFieldProps {
  /** Pictures whose names begin so are offered first. */
  prefer: string
  label?: string
  hint?: string
  optional?: boolean
}

/** PictureField uploads a picture, chooses one that the site ships, or takes the path of another one of its own. */
export function PictureField({ prefer, label = words.picture, hint = words.pictureHint, optional }: PictureFieldProps) {
  return (
    <Form.Item
      name="picture"
      label={label}
      extra={hint}
      required={!optional}
      rules={[
        {
          validator: (_, address = '') =>
            (optional && address === '') || isOwnPicture(address)
              ? Promise.resolve()
              : Promise.reject(new Error(words.pictureWrong)),
        },
      ]}
    >
      <PicturePicker prefer={prefer} />
    </Form.Item>
  )
}

interface PicturePickerProps {
  prefer: string
  id?: string
  value?: string
  onChange?: (address: string) => void
}

function PicturePicker({ prefer, id, value, onChange }: PicturePickerProps) {
  const shipped = useQuery({
    queryKey: ['/content/pictures'],
    queryFn: ({ signal }) => get<Items<string>>('/content/pictures', { signal }),
    staleTime: 600_000,
  })
  const all = shipped.data?.items ?? []
  const first = all.filter((address) => address.startsWith(prefer))
  const rest = all.filter((address) => !address.startsWith(prefer))
  return (
    <Flex vertical gap={8}>
      <AutoComplete
        id={id}
        value={value}
        onChange={onChange}
        allowClear
        className="picture-picker"
        placeholder={words.picturePlaceholder}
        options={[...first, ...rest].map((address) => ({
          value: address,
          label: (
            <span className="picture-option">
              <SitePicture address={address} className="picture-thumb" />
              <span className="mono">{address}</span>
            </span>
          ),
        }))}
        showSearch={{
          // Opened on a chosen picture, all of them are offered.
          filterOption: (typed, option) => all.includes(typed) || String(option?.value).includes(typed.trim()),
        }}
      />
      <FileUpload kind="picture" value={value} onChange={onChange} noPreview />
    </Flex>
  )
}
