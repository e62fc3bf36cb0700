"""How hypothesis works here: the same examples in every run, no deadline on a busy machine."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "homestretch", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("homestretch")
