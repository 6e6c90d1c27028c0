import { Toaster as SonnerToaster } from 'sonner'

export default function Toaster() {
  return (
    <SonnerToaster
      theme="dark"
      position="top-center"
      offset={200}
      mobileOffset={{ top: 200 }}
      visibleToasts={1}
      toastOptions={{
        style: {
          background: '#232a36',
          borderColor: '#465066',
          color: '#eceef2',
          fontSize: 15,
          justifyContent: 'center',
        },
      }}
    />
  )
}
