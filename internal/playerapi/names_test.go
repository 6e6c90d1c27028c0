package playerapi_test

import "hongyun/internal/app"

// appConfig is what the options of a test house change.
type appConfig = app.Config
